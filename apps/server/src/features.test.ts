import { WEBHOOK_EVENTS } from '@spora/contract/integrations/endpoints';
import { expect, test } from 'vitest';
import { FEATURES } from './features.ts';

test('ADM-019: what a webhook may ask for is what the features say can be told, each by one of them', () => {
  const told = FEATURES.flatMap(({ webhooks = {} }) => Object.keys(webhooks));
  expect(told.toSorted()).toEqual([...WEBHOOK_EVENTS].toSorted());
});
