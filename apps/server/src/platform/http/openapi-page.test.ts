// @vitest-environment jsdom
import { INTERFACE_CHANGES } from '@spora/contract/interface-changes';
import { Script } from 'node:vm';
import { beforeEach, expect, test } from 'vitest';
import { ENDPOINTS } from '@spora/contract/registry';
import { openApiOf } from './openapi.ts';
import { DOCS_SCRIPT } from './openapi-page-files.ts';
import { docsPage } from './openapi-page.ts';

// Two parts are enough to tell them apart, and the whole takes seconds to be read.
const page = docsPage(openApiOf(ENDPOINTS.filter(({ id }) => /^(trips|places)\./.test(id))));
beforeEach(() => {
  document.documentElement.innerHTML = page;
  Object.assign(globalThis, { matchMedia: () => ({ matches: true, addEventListener: () => undefined }) });
  Element.prototype.scrollIntoView = () => undefined;
  new Script(`{${DOCS_SCRIPT}}`).runInThisContext();
});

const shown = (selector: string): Element[] =>
  [...document.querySelectorAll(selector)].filter((each) => !each.closest('[hidden]'));
const search = (words: string): void => {
  const field = document.querySelector<HTMLInputElement>('#filter')!;
  field.value = words;
  field.dispatchEvent(new Event('input'));
};

test('13-B6: a search says of each part how many it found there, and lists all of them beside the text', () => {
  const counts = () => shown('.calls').map((part) => part.querySelector('.count')?.textContent);
  const before = counts();
  search('trips.generate');
  expect(counts()).toEqual([expect.stringMatching(/^1 of \d+ endpoints$/)]);
  expect(shown('nav ul ul a').map((entry) => entry.textContent)).toEqual([expect.stringContaining('generate')]);
  expect(document.querySelector('nav')?.classList.contains('searched')).toBe(true);
  search('');
  expect(counts()).toEqual(before);
  expect(document.querySelector('nav')?.classList.contains('searched')).toBe(false);
});

test('13-B6: a search finds what is written about all endpoints, too', () => {
  const isHidden = (id: string) => document.querySelector<HTMLElement>(`#${id}`)!.hidden;
  search('retry-after');
  expect([isHidden('begin'), isHidden('changes'), isHidden('nothing')]).toEqual([false, true, true]);
  search('nobody writes this');
  expect([isHidden('begin'), isHidden('webhooks'), isHidden('nothing')]).toEqual([true, true, false]);
  search('');
  expect([isHidden('begin'), isHidden('changes'), isHidden('nothing')]).toEqual([false, false, true]);
});

test('13-B6: what changed on one day stands under it once', () => {
  const days = [...document.querySelectorAll('#changes dt')].map((day) => day.textContent);
  expect(days).toEqual([...new Set(INTERFACE_CHANGES.map(({ on }) => on))]);
  expect(document.querySelectorAll('#changes dd')).toHaveLength(INTERFACE_CHANGES.length);
});
