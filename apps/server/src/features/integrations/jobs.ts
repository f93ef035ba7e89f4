import { DAY_MS } from '@spora/calendar/durations';
import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import type { PublicPost } from '../../platform/network/public-network.ts';
import { deliverWebhook, tryWebhook } from './events/service.ts';
import { deliver, forgetOld } from './delivery.ts';

const forgetDeliveries = defineJob({ name: 'webhooks.forget', payload: z.object({}), retry: { attempts: 5 } });

export const webhookHandlers = (post: PublicPost): readonly JobHandler[] => [
  handleJob(deliverWebhook, (ctx, { delivery_id }, run) => deliver(ctx, post, delivery_id, run)),
  handleJob(tryWebhook, (ctx, { delivery_id }, run) => deliver(ctx, post, delivery_id, run)),
  handleJob(forgetDeliveries, (ctx) => forgetOld(ctx), { cron: '52 3 * * *', makeUpMs: DAY_MS }),
];
