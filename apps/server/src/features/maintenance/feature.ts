import type { Feature } from '../../core/face.ts';
import { hoursProjection } from './projector.ts';
import { servicePlanHandlers } from './plans/jobs.ts';
import { dueFacts } from './plans/read-model.ts';
import { registerServicePlanRoutes } from './plans/routes.ts';
import { mailServiceDue } from './plans/watch/listeners.ts';
import type { ServiceDue } from './plans/watch/service.ts';
import { registerReadingsRoutes } from './readings/routes.ts';

declare module '../../platform/events/events.ts' {
  interface DomainEvents {
    'service-due': ServiceDue;
  }
}

export const feature: Feature = {
  name: 'maintenance',
  projections: [hoursProjection],
  routes: (mount) => {
    registerReadingsRoutes(mount);
    registerServicePlanRoutes(mount);
  },
  jobs: { handlers: () => servicePlanHandlers },
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
