import { expect, test } from 'vitest';
import { WEBHOOK_EVENTS } from '@spora/contract/integrations/endpoints';
import { INTERFACE_CHANGES } from '@spora/contract/interface-changes';
import { ENDPOINTS } from '@spora/contract/registry';
import { docsPage } from './openapi-page.ts';
import { openApiOf } from './openapi.ts';

test('API-010: the committed openapi.json describes the contract as it is (npx vitest run openapi -u writes it anew)', async () => {
  await expect(`${JSON.stringify(openApiOf(ENDPOINTS), null, 2)}\n`).toMatchFileSnapshot('../../../openapi.json');
});

test('SEC-011: the page that shows it has no script, no inline style and nothing from elsewhere', () => {
  const page = docsPage(openApiOf(ENDPOINTS));
  expect(page).not.toMatch(/<script|<style|style=|https?:\/\/(?!www\.w3\.org)[^"]*"| on\w+=/i);
  for (const { summary } of ENDPOINTS) expect(page).toContain(summary.replaceAll("'", '&#39;'));
});

test('13-B6: shapes have names, and every reference leads to one', () => {
  const document = openApiOf(ENDPOINTS);
  const text = JSON.stringify(document);
  const shapes = document.components['schemas'] as Record<string, unknown>;
  for (const name of ['Trip', 'UnitRow', 'User', 'Place', 'LatestPosition', 'ServicePlan'] as const)
    expect(Object.keys(shapes)).toContain(name);
  const refs = [...text.matchAll(/"\$ref":"#\/components\/(schemas|responses)\/(\w+)"/g)];
  expect(refs.length).toBeGreaterThan(500);
  for (const [, kind = '', name = ''] of refs) expect(Object.keys(document.components[kind] as object)).toContain(name);
  expect(text).not.toContain('$defs');
});

test('13-B6: a call tells its refusals by status, and the webhooks what they send', () => {
  const document = openApiOf(ENDPOINTS);
  for (const [path, methods] of Object.entries(document.paths))
    for (const { responses, ...operation } of Object.values(methods)) {
      expect(Object.keys(responses), path).toEqual(expect.arrayContaining(['200', '429', 'default']));
      expect('401' in responses, path).toBe(operation['x-access'] !== 'public');
    }
  expect(Object.keys(document.webhooks)).toEqual([...WEBHOOK_EVENTS, 'test']);
});

test('13-B6: the page begins with a token, pages, limits and webhooks, and links every shape', () => {
  const page = docsPage(openApiOf(ENDPOINTS));
  for (const word of ['Bearer spora_', 'page_size', 'Retry-After', 'Idempotency-Key', 'webhook-signature', 'trip.finished'])
    expect(page).toContain(word);
  expect(
    page
      .match(/<pre[^>]*>curl[^<]*<\/pre>/g)
      ?.slice(0, 2)
      .map((example) => example.split(' \\\n').length),
  ).toEqual([1, 3]);
  const links = [...page.matchAll(/href="#(shape-\w+)"/g)].map(([, id = '']) => id);
  expect(links.length).toBeGreaterThan(100);
  for (const id of new Set(links)) expect(page).toContain(`id="${id}"`);
  expect(page).not.toContain('&quot;properties&quot;');
});

test('13-B6: each call that a token may make can be tried from a terminal, and what changed is dated, newest first', () => {
  const document = openApiOf(ENDPOINTS);
  const page = docsPage(document);
  const open = Object.values(document.paths).flatMap((methods) => Object.values(methods).filter((each) => each['x-token']));
  expect(page.split('<h3>Try it</h3>')).toHaveLength(open.length + 1);
  expect(page).toContain('&quot;from&quot;:&quot;2026-11-01&quot;,&quot;to&quot;:&quot;2026-11-01&quot;');
  expect(page, 'each body has a form').not.toContain('-d &#39;&quot;...');
  const days = INTERFACE_CHANGES.map(({ on }) => on);
  expect(days).toEqual(days.toSorted().reverse());
  for (const { what } of INTERFACE_CHANGES) expect(page).toContain(what.split(':')[0]);
});
