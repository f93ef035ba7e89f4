import { inTransaction } from '../../platform/ctx.ts';
import { handleJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { tellFailed } from './service.ts';

export const commandsHandlers: readonly JobHandler[] = [
  handleJob(tellFailed, (ctx, { ids }) =>
    inTransaction(ctx, ({ db, now, ports }) => ports.announce(db, [{ name: 'command-failed', ids }], now())),
  ),
];
