import { isGid } from '@partner-ordering/kernel';
import type { Operations } from '../../generated/internal/operations.ts';
import { Project } from '../domain/project/project.ts';

export const getProductUse: Operations['getProductUse'] = async ({ query: { product }, database }) => ({
  has_projects: isGid(product) && (await database.orm.em.fork().findOne(Project, { productGid: product }, { fields: ['gid'] })) !== null,
});
