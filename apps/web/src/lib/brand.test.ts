// @vitest-environment jsdom
import { SUBSITE_MAX } from '@spora/contract/brands';
import { beforeEach, expect, test } from 'vitest';
import { showBrand, startBrand } from './brand.ts';

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
  document.head.replaceChildren();
  delete document.documentElement.dataset['brand'];
  delete document.documentElement.dataset['brandBy'];
});

test('NAV-034, STORE-001, STORE-006, BRAND-001: the subsite of the last visit is restored at start, the first without one', () => {
  expect(startBrand().subsiteId).toBe(0);
  showBrand(3);
  expect(document.documentElement.dataset['brand']).toBe('3');
  expect(startBrand().subsiteId).toBe(3);
});

test('STORE-007: a stored subsite that does not exist is none', () => {
  localStorage.setItem('subsiteID', JSON.stringify({ v: 1, data: SUBSITE_MAX + 1 }));
  expect(startBrand().subsiteId).toBe(0);
});

test('BRAND-002: in the demo the address chooses the brand, over that of the last visit; a subsite that does not exist is none', () => {
  showBrand(3);
  history.replaceState(null, '', '/?subsite=5');
  expect(startBrand().name).toBe('Fjordspor');
  for (const wrong of [String(SUBSITE_MAX + 1), '-1', '', '05', 'constructor']) {
    history.replaceState(null, '', `/?subsite=${wrong}`);
    expect(startBrand().subsiteId, wrong).toBe(3);
  }
});

test('BRAND-002: the host name of a brand wins over the address and over the last visit', () => {
  localStorage.setItem('subsiteID', JSON.stringify({ v: 1, data: 5 }));
  history.replaceState(null, '', '/?subsite=3');
  document.documentElement.dataset['brand'] = '6';
  document.documentElement.dataset['brandBy'] = 'host';
  expect(startBrand().subsiteId).toBe(6);
});

test('BRAND-012: a brand that the document was not made for brings its icon, manifest and colours', () => {
  const add = (tag: string, attributes: Record<string, string>): HTMLElement => {
    const element = document.head.appendChild(document.createElement(tag));
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const icon = add('link', { rel: 'icon' });
  const manifest = add('link', { rel: 'manifest' });
  const colour = add('meta', { name: 'theme-color', media: '(prefers-color-scheme: dark)' });
  document.documentElement.dataset['brand'] = '0';
  showBrand(0);
  expect(manifest.getAttribute('href')).toBeNull();
  showBrand(3);
  expect(icon.getAttribute('href')).toBe('/brands/kustlys/icon.svg');
  expect(manifest.getAttribute('href')).toBe('/manifest.webmanifest?subsite=3');
  expect(colour.getAttribute('content')).toBe('#0b141d');
});
