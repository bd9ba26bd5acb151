import { leastRole, mayDo, type Permission, type Role } from "@/lib/accounts/roles.rules";
import type { SignedIn } from "@/lib/accounts/sign-in/signed-in";
import { fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { hasIdForm } from "@/lib/platform/values/ids.rules";
import type { MemberProject, MembershipStore } from "@/lib/projects/team/membership.store";
import type { KeyScope } from "./keys/api-key.rules";
import type { KeyHolder, Project, ProjectStore } from "./project.store";

/** Who acts in a project. */
export type ProjectActor = {
  projectId: string;
  /** Null for the operator and a server key. */
  userId: string | null;
  /** The server key; not given for a person and the operator. */
  keyId?: string | undefined;
};

/** Who acts, perhaps in every project: then the operator. */
export type Actor = Omit<ProjectActor, "projectId"> & { projectId: string | null };

/** Who acts, as a door admitted them for the act's permission. `access` answers for any other one. */
export type By = { actor: Actor; access: Pick<Acting, "may" | "require"> };
export type ByInProject = { actor: ProjectActor; access: Acting };
export type ByMember = { actor: ProjectActor & { userId: string }; access: ProjectAccess };
export type ByKey = { actor: ProjectActor & { keyId: string }; access: KeyAccess };

/**
 * Proof that a person is a member of a project, with their role. Only `openProject` creates one, from a live session
 * and a membership just read, so code that takes one cannot be reached without both.
 */
export class ProjectAccess {
  /** Private members make the type nominal: no other object is accepted. */
  readonly #project: MemberProject;
  readonly signedIn: SignedIn;

  private constructor(project: MemberProject, signedIn: SignedIn) {
    this.#project = project;
    this.signedIn = signedIn;
  }

  static async open(
    { memberships }: OpenProjectDeps,
    signedIn: SignedIn,
    projectId: string,
  ): Promise<ProjectAccess> {
    const project = hasIdForm("prj", projectId) ? await memberships.find(signedIn.userId, projectId) : null;
    if (project === null) throw new CheckoutError("PROJECT_NOT_FOUND", fault("projects.notFound"));
    return new ProjectAccess(project, signedIn);
  }

  get projectId(): string {
    return this.#project.projectId;
  }
  get projectName(): string {
    return this.#project.name;
  }
  get logoDigest(): string | null {
    return this.#project.logoDigest;
  }
  get timeZone(): string | null {
    return this.#project.timeZone;
  }
  get role(): Role {
    return this.#project.role;
  }
  get userId(): string {
    return this.signedIn.userId;
  }

  may(permission: Permission): boolean {
    return mayDo(this.role, permission);
  }

  /**
   * The actor for use cases that the operator's commands call, too: they check no role, so the caller must name the
   * permission.
   *
   * @throws CheckoutError FORBIDDEN
   */
  as(permission: Permission): ProjectActor & { userId: string } {
    this.require(permission);
    return { projectId: this.projectId, userId: this.userId };
  }

  /** @throws CheckoutError FORBIDDEN */
  by(permission: Permission): ByMember {
    return { actor: this.as(permission), access: this };
  }

  /** @throws CheckoutError FORBIDDEN */
  require(permission: Permission): void {
    if (this.may(permission)) return;
    const least = leastRole(permission).toLowerCase();
    throw new CheckoutError("FORBIDDEN", fault("projects.roleTooLow", { least }));
  }
}

export type OpenProjectDeps = { memberships: Pick<MembershipStore, "find"> };

/**
 * Opens a project for one of its members.
 *
 * @throws CheckoutError PROJECT_NOT_FOUND for an unknown project or one of others
 */
export const openProject = ProjectAccess.open;

export function projectNotFound(): CheckoutError {
  return new CheckoutError("PROJECT_NOT_FOUND", fault("projects.notFound"));
}

/** Access of the operator's commands to a project: with every permission and without a person. */
export class OperatorAccess {
  readonly #projectId: string;

  private constructor(projectId: string) {
    this.#projectId = projectId;
  }

  /**
   * @param ofDeleted a deleted one, too
   * @throws CheckoutError PROJECT_NOT_FOUND
   */
  static async open(
    { projects }: { projects: Pick<ProjectStore, "findById" | "hasExisted"> },
    projectId: string,
    ofDeleted = false,
  ): Promise<OperatorAccess> {
    const isFound = ofDeleted
      ? await projects.hasExisted(projectId)
      : (await projects.findById(projectId)) !== null;
    if (!isFound) throw projectNotFound();
    return new OperatorAccess(projectId);
  }

  get projectId(): string {
    return this.#projectId;
  }

  as(_permission: Permission): ProjectActor {
    return { projectId: this.#projectId, userId: null };
  }

  by(): ByInProject {
    return { actor: { projectId: this.#projectId, userId: null }, access: this };
  }

  may(_permission: Permission): boolean {
    return true;
  }

  require(_permission: Permission): void {}
}

/** The operator, for what is found by its own id. */
export const operatorAnywhere: By = {
  actor: { projectId: null, userId: null },
  access: { may: () => true, require: () => undefined },
};

type AdmittedKey = Pick<KeyHolder, "project" | "keyId" | "scope">;

/**
 * Access of a server key to its project. What the key may do was checked with the key itself, when the request was
 * admitted.
 */
export class KeyAccess {
  readonly #actor: ProjectActor & { keyId: string };
  readonly #holder: AdmittedKey;

  private constructor(holder: AdmittedKey) {
    this.#holder = holder;
    this.#actor = { projectId: holder.project.id, userId: null, keyId: holder.keyId };
  }

  /** @param holder as found by the key itself */
  static of(holder: AdmittedKey): KeyAccess {
    return new KeyAccess(holder);
  }

  get project(): Project {
    return this.#holder.project;
  }
  get scope(): KeyScope {
    return this.#holder.scope;
  }

  get projectId(): string {
    return this.#actor.projectId;
  }

  as(_permission: Permission): ProjectActor & { keyId: string } {
    return this.#actor;
  }

  by(): ByKey {
    return { actor: this.#actor, access: this };
  }

  /** A key never approves or signs: an owner does. */
  may(_permission: Permission): boolean {
    return false;
  }

  require(_permission: Permission): void {}
}

/** Who acts in a project: a member in the dashboard, the operator by a command, or a server key. */
export type Acting = ProjectAccess | OperatorAccess | KeyAccess;
