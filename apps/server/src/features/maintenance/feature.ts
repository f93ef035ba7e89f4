import type { Feature } from '../../core/feature.ts';
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
