import { readFileSync } from 'node:fs';
import { BRANDS } from '@spora/contract/brands';
import { en } from '@spora/messages/en';
import { no } from '@spora/messages/no';
import { sv } from '@spora/messages/sv';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { Mark } from '../mark.tsx';
import { MARKS, TILES } from './marks.ts';
import { iconSvg, lightToken, markSvg } from './pictures.ts';

const bytes = (path: string): Buffer => readFileSync(new URL(path, import.meta.url));
const read = (path: string): string => bytes(path).toString();
type Tokens = Readonly<Record<string, string>>;

/** The tokens of a rule, by its selector. */
function tokensOf(css: string, selector: string): Tokens {
  const rule = css.split('}').find(
    (part) =>
      part
        .replace(/\/\*.*?\*\//gs, '')
        .split('{')[0]
        ?.trim() === selector,
  );
  return Object.fromEntries(
    [...(rule ?? '').matchAll(/--([\w-]+):\s*([^;]+);/g)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );
}
const base = read('../tokens.css');
const brandCss = (subsiteId: number): string => read(`./brand-${subsiteId}.css`);
const LIGHT = tokensOf(base, ':root');
const DARK = tokensOf(base, ":root[data-theme='dark']");

/** What a page of the brand shows in that theme: the four rules over one another, as the browser lays them. */
function shown(subsiteId: number, theme: 'light' | 'dark'): (name: string) => string {
  const css = brandCss(subsiteId);
  const own = `:root[data-brand='${subsiteId}']`;
  const tokens: Tokens = {
    ...LIGHT,
    ...(theme === 'dark' ? DARK : {}),
    // As specific as the theme's rule, and later in the file: it wins in the dark too, unless the last says otherwise.
    ...tokensOf(css, own),
    ...(theme === 'dark' ? tokensOf(css, `${own}[data-theme='dark']`) : {}),
  };
  const resolve = (name: string): string => {
    const value = tokens[name] ?? '';
    const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
    return other === undefined ? value : resolve(other);
  };
  return resolve;
}

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!match) throw new Error(`not a colour: ${hex}`);
  const [r = 0, g = 0, b = 0] = match.slice(1).map((part) => {
    const value = parseInt(part, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['surface', 'surface-page', 'surface-sunken', 'surface-hover', 'surface-selected', 'surface-raised'];
const TONES = ['success', 'warning', 'danger', 'information'];
const TYPES = ['type-business', 'type-private', 'type-other'];
const TEXTS: readonly (readonly [text: string, ground: string])[] = [
  ...['text', 'text-soft', 'text-faint', 'accent-ink', 'danger-ink'].flatMap((text) =>
    GROUNDS.map((ground) => [text, ground] as const),
  ),
  ...TONES.flatMap((tone) => [`${tone}-soft`, 'surface', 'surface-page'].map((ground) => [`${tone}-ink`, ground] as const)),
  ...TONES.map((tone) => ['text', `${tone}-soft`] as const),
  ...TYPES.flatMap((type) => [`${type}-soft`, 'surface'].map((ground) => [`${type}-ink`, ground] as const)),
  ['accent-on', 'accent'],
  ['accent-on', 'accent-hover'],
  ['accent-ink', 'accent-soft'],
  ['text', 'accent-soft'],
  ['danger-on', 'danger'],
  ['art-text', 'art-1'],
  ['art-text', 'art-2'],
  ['art-text', 'art-3'],
];
const PARTS: readonly (readonly [part: string, ground: string])[] = [
  ...['accent', 'focus', 'border-control', 'brand-mark-track'].flatMap((part) =>
    ['surface', 'surface-page', 'surface-raised'].map((ground) => [part, ground] as const),
  ),
  ['focus', 'surface-selected'],
  ['brand-mark-point', 'surface'],
  ['art-track', 'art-1'],
  ['art-point', 'art-2'],
];

describe.each(BRANDS)('$name', ({ subsiteId, slug, mailAccent, pageColours }) => {
  test.each(['light', 'dark'] as const)(
    'BRAND-011, NFR-005: its texts reach 4.5:1 and its controls 3:1 in the %s theme',
    (theme) => {
      const value = shown(subsiteId, theme);
      // The amber point of the first mark is told from the track by its shape and place; a mark is free of the rule.
      const parts = PARTS.filter(([part]) => !(subsiteId === 0 && part === 'brand-mark-point'));
      const below = (pairs: typeof TEXTS, least: number): string[] =>
        pairs
          .map(([one, other]) => ({ one, other, ratio: contrast(value(one), value(other)) }))
          .filter(({ ratio }) => ratio < least)
          .map(({ one, other, ratio }) => `${one} on ${other} ${ratio.toFixed(2)}`);
      expect([...below(TEXTS, 4.5), ...below(parts, 3)]).toEqual([]);
    },
  );

  test.each(['light', 'dark'] as const)('13-D: what stands in for what is to come is seen in the %s theme', (theme) => {
    const value = shown(subsiteId, theme);
    for (const ground of ['surface', 'surface-page', 'surface-raised'])
      expect(contrast(value('skeleton'), value(ground)), ground).toBeGreaterThanOrEqual(1.2);
  });

  test('BRAND-011: its mail and its icon are legible too', () => {
    expect(contrast('#ffffff', mailAccent)).toBeGreaterThanOrEqual(4.5);
    const tile = TILES[subsiteId];
    expect(contrast(tile?.track ?? '', tile?.ground ?? '')).toBeGreaterThanOrEqual(4.5);
  });

  test('BRAND-012: the frame of the browser has the colour of its pages', () => {
    expect({ light: shown(subsiteId, 'light')('surface-page'), dark: shown(subsiteId, 'dark')('surface-page') }).toEqual(
      pageColours,
    );
    expect(shown(subsiteId, 'light')('accent')).toBe(mailAccent);
  });

  test('BRAND-003, BRAND-012: its pictures are drawn from its mark (npm run brands -w @spora/e2e)', () => {
    const css = brandCss(subsiteId);
    const colours = {
      track: lightToken(css, 'brand-mark-track') ?? mailAccent,
      point: lightToken(css, 'brand-mark-point') ?? '',
    };
    const file = (name: string): string => read(`../../../public/brands/${slug}/${name}`);
    expect(file('mark.svg')).toBe(markSvg(subsiteId, colours));
    expect(file('icon.svg')).toBe(iconSvg(subsiteId));
    for (const [name, size] of [
      ['icon-192.png', 192],
      ['icon-512.png', 512],
      ['maskable-512.png', 512],
    ] as const) {
      const png = bytes(`../../../public/brands/${slug}/${name}`);
      expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', size, size]);
    }
  });

  test('its file changes tokens that exist, and nothing else', () => {
    const css = brandCss(subsiteId);
    const known = new Set([...Object.keys(LIGHT), ...Object.keys(tokensOf(brandCss(0), ":root[data-brand='0']"))]);
    expect([...css.matchAll(/--([\w-]+):/g)].map((match) => match[1] ?? '').filter((name) => !known.has(name))).toEqual([]);
    expect(css.match(/^[^\s@/}].*\{$/gm)?.filter((line) => !line.startsWith(`:root[data-brand='${subsiteId}']`))).toEqual([]);
    if (subsiteId === 0) return;
    // What the light rule sets would outlast the theme's own value in the dark.
    const own = `:root[data-brand='${subsiteId}']`;
    const dark = tokensOf(css, `${own}[data-theme='dark']`);
    expect(Object.keys(tokensOf(css, own)).filter((name) => name in DARK && !(name in dark))).toEqual([]);
  });
});

test('AUTH-023, BRAND-008: the mark of subsite 7 is black on light and white on dark, whatever the accent', () => {
  for (const token of ['brand-mark-track', 'brand-mark-point']) {
    expect(shown(7, 'light')(token)).toBe('#000000');
    expect(shown(7, 'dark')(token)).toBe('#ffffff');
  }
  expect(BRANDS[7]?.logo).toBe('black');
});

test('BRAND-011: no text holds the name of a brand; it is filled in', () => {
  const names = new RegExp(BRANDS.map(({ name }) => name).join('|'), 'i');
  for (const catalogue of [en, sv, no]) expect(Object.entries(catalogue).filter(([, text]) => names.test(text))).toEqual([]);
});

describe('the mark', () => {
  afterEach(() => {
    cleanup();
    delete document.documentElement.dataset['brand'];
  });
  test.each(BRANDS)(
    'BRAND-003: is that of $name, silent beside the name and called by it where it stands alone',
    ({ subsiteId, name }) => {
      document.documentElement.dataset['brand'] = String(subsiteId);
      const { container, rerender } = render(<Mark />);
      expect([...container.querySelectorAll('path')].map((path) => path.getAttribute('d'))).toEqual(
        MARKS[subsiteId]?.map(({ d }) => d),
      );
      expect(screen.queryByRole('img')).toBeNull();
      rerender(<Mark label={name} />);
      expect(screen.getByRole('img', { name })).toBeDefined();
    },
  );
});
