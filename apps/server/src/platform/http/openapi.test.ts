import { expect, test } from 'vitest';
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
