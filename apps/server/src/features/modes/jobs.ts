import { inTransaction } from '../../platform/ctx.ts';
import { handleJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { tellThefts } from './theft/service.ts';
import { tell } from './theft/watch.ts';

export const modesHandlers: readonly JobHandler[] = [
  handleJob(tellThefts, (ctx, { ids, has }) => inTransaction(ctx, (inner) => tell(inner, ids, has))),
];
