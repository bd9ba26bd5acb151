/** Who acts in a project. */
export type ProjectActor = {
  projectId: string;
  /** Null for the operator. */
  userId: string | null;
};
