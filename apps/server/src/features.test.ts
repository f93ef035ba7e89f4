import { WEBHOOK_EVENTS } from '@spora/contract/integrations/choices';
import { expect, test } from 'vitest';
import type { JobDeps } from './core/face.ts';
import { FEATURES } from './features.ts';

/** What stands more than once. */
const repeated = (names: readonly string[]): string[] => names.filter((name, i) => names.indexOf(name) !== i);

test('ADM-019: what a webhook may ask for is what the features say can be told, each by one of them', () => {
  const told = FEATURES.flatMap(({ webhooks = {} }) => Object.keys(webhooks));
  expect(told.toSorted()).toEqual([...WEBHOOK_EVENTS].toSorted());
});

test('what is one feature’s is no other’s: names, jobs, tables of personal data, the live state', async () => {
  const deps: JobDeps = {
    api: undefined as never,
    linkTo: (_subsiteId, path) => `https://spora.test${path}`,
    post: () => Promise.reject(new Error('nobody is called here')),
    features: FEATURES,
  };
  const handlers = await Promise.all(FEATURES.flatMap(({ jobs }) => jobs?.handlers(deps) ?? []));
  const jobs = handlers.flat().map(({ job }) => job.name);
  expect(jobs.length).toBeGreaterThan(10);
  expect(repeated(jobs)).toEqual([]);
  expect(repeated(FEATURES.map(({ name }) => name))).toEqual([]);
  expect(repeated(FEATURES.flatMap(({ personalData }) => Object.keys(personalData?.tables ?? {})))).toEqual([]);
  expect(FEATURES.filter(({ live }) => live).map(({ name }) => name)).toEqual(['tracking']);
});
