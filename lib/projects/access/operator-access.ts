import type { Permission } from "@/lib/accounts/roles.rules";
import type { ProjectStore } from "@/lib/projects/project.store";
import type { ProjectActor } from "@/lib/projects/project-actor";
import { projectNotFound } from "@/lib/projects/project-not-found";
import type { ProjectAccess } from "./project-access";

/** That the operator acts in a project by a command: with every permission, as no person. */
export class OperatorAccess {
  readonly #projectId: string;

  private constructor(projectId: string) {
    this.#projectId = projectId;
  }

  /** @throws CheckoutError PROJECT_NOT_FOUND */
  static async open(
    { projects }: { projects: Pick<ProjectStore, "findById"> },
    projectId: string,
  ): Promise<OperatorAccess> {
    if ((await projects.findById(projectId)) === null) throw projectNotFound();
    return new OperatorAccess(projectId);
  }

  get projectId(): string {
    return this.#projectId;
  }

  as(_permission: Permission): ProjectActor {
    return { projectId: this.#projectId, userId: null };
  }

  require(_permission: Permission): void {}
}

/** Who may act in a project: a member in the dashboard, or the operator by a command. */
export type Acting = ProjectAccess | OperatorAccess;
