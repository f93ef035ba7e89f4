import { handleJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { mailResetLink, sendResetLink } from './new-password/service.ts';

export const authHandlers: readonly JobHandler[] = [
  handleJob(sendResetLink, (ctx, { member_id: memberId, language, asked_at }) =>
    mailResetLink(ctx, { memberId, language, askedAt: new Date(asked_at) }),
  ),
];
