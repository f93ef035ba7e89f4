import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen } from '../lib/testing.tsx';
import { PageHead } from './page-head.tsx';

afterEach(cleanup);

test('what a list is of, its search and its main action are there; what narrows it unfolds by one named button', async () => {
  await renderScreen(
    <PageHead
      label="Zoner"
      lead="Du får veta"
      isNarrowed={false}
      search={<input aria-label="Sök zoner" />}
      filters={<span>Alla lägen</span>}
      tools={<button type="button">CSV</button>}
      action={<button type="button">Ny zon</button>}
    />,
    { send: fakeSend({}), language: 'sv' },
  );
  const toggle = screen.getByRole('button', { name: 'Filter och mer' });
  const head = toggle.closest('[data-open]');
  expect(head?.getAttribute('data-open')).toBe('false');
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(toggle);
  expect(head?.getAttribute('data-open')).toBe('true');
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('search', { name: 'Zoner' }).contains(screen.getByLabelText('Sök zoner'))).toBe(true);
  expect(screen.getByRole('button', { name: 'Ny zon' })).toBeDefined();
});
