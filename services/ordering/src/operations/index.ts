import type { Operations } from '../../generated/operations.ts';
import { createProject } from './createProject.ts';
import { deleteProject } from './deleteProject.ts';
import { updateProject } from './updateProject.ts';

/** Every operation of the document; a missing one does not compile. */
export const operations: Operations = { createProject, deleteProject, updateProject };
