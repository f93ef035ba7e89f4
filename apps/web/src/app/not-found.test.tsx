import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen } from '../lib/testing.tsx';
import { NotFound, readableAddress } from './not-found.tsx';

afterEach(cleanup);

const open = (address: string, language: 'en' | 'sv' = 'en') =>
  renderScreen(<NotFound address={address} way={{ href: '/', label: 'On' }} />, { send: fakeSend({}), language });

test('NAV-024: page not found names the address, has one button, and the title says not found', async () => {
  await open('/user/nonsense', 'sv');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sidan hittades inte');
  expect(screen.getByText(/\/user\/nonsense/)).toBeDefined();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/']);
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(document.title).toMatch(/^Sidan hittades inte · /);
});

test('NAV-024, SEC-010: a hostile address is shown as the characters it is', async () => {
  await open(new URL('/<img src=x onerror=alert(1)>&amp;{count}', 'https://x.example').pathname);
  expect(screen.getByText(/onerror=alert\(1\)>/).textContent).toContain('/<img src=x onerror=alert(1)>&amp;{count}');
  expect(document.querySelector('img')).toBeNull();
});

test('NAV-024: letters are readable, what would turn or hide text is not passed on, broken codes stay, a long address is cut', () => {
  expect(readableAddress('/k%C3%B6rjournal')).toBe('/körjournal');
  expect(readableAddress('/a%E2%80%AEb%20b%E2%80%8Bc%0Ad')).toBe('/a�b b�c�d');
  expect(readableAddress('/100%')).toBe('/100%');
  const long = readableAddress(`/${'x'.repeat(5000)}/end`);
  expect(long).toHaveLength(100);
  expect(long).toMatch(/^\/x+…x+\/end$/);
});
