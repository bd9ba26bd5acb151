import "server-only";
import { createDrawings } from "@/lib/checkouts/drawing/drawings";
import { startDrawingWorker } from "@/lib/checkouts/drawing/start-worker";
import { perProcess } from "@/lib/platform/process/per-process";
import { getProjects } from "./projects";

/** Pictures and PDFs, drawn in a thread that all routes share. */
export const getDrawings = perProcess("drawings", () =>
  createDrawings({ logos: getProjects().looks, startWorker: startDrawingWorker }),
);
