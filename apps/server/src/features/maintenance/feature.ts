import type { Feature } from '../../core/face.ts';
import { hoursProjection } from './projector.ts';
import { dueFacts } from './plans/read-model.ts';
import { mailServiceDue } from './plans/watch/listeners.ts';
import type { ServiceDue } from './plans/watch/service.ts';

declare module '../../platform/events/events.ts' {
  interface DomainEvents {
    'service-due': ServiceDue;
  }
}

export const feature: Feature = {
  name: 'maintenance',
  projections: [hoursProjection],
  routes: async (mount) => {
    (await import('./readings/routes.ts')).registerReadingsRoutes(mount);
    (await import('./plans/routes.ts')).registerServicePlanRoutes(mount);
  },
  jobs: { handlers: async () => (await import('./plans/jobs.ts')).servicePlanHandlers },
  personalData: {
    files: async (ctx, memberId, unitIds) => (await import('./plans/pictures.ts')).pictureFiles(ctx, memberId, unitIds),
  },
  today: async (ctx) => (await import('./plans/today.ts')).serviceToday(ctx),
  listeners: { 'service-due': mailServiceDue },
  webhooks: {
    'service.due': {
      'service-due': ({ plans }, now) =>
        dueFacts(
          plans.map(({ planId }) => planId),
          now,
        ),
    },
  },
};
