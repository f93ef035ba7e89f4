import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { beginAt, fakeSend, renderScreen } from '../../lib/testing.tsx';
import { forgetUnsaved, useLeaveQuestion } from '../../lib/unsaved.ts';
import { PresetsDialog } from './components/presets-dialog.tsx';
import { periodOf, presetOf, searchOfPreset, spanToday } from './preset-period.ts';

const TODAY = '2026-11-29';
const LATER = '2027-02-03';
const NOVEMBER = { from: '2026-11', to: '2026-11' };

beginAt(`${TODAY}T10:00:00Z`);
afterEach(() => {
  cleanup();
  forgetUnsaved();
});

test('REP-017: a saved month follows the calendar or stands, as was chosen', () => {
  expect(spanToday(NOVEMBER, TODAY)).toBe('PeriodThisMonth');
  expect(presetOf({ ...NOVEMBER, unit: '350000000000007' }, TODAY, true)).toEqual({
    unit: '350000000000007',
    span: 'this-month',
  });
  expect(searchOfPreset({ span: 'this-month', sort: '-total' }, LATER)).toEqual({
    sort: '-total',
    from: '2027-02',
    to: '2027-02',
  });
  expect(presetOf(NOVEMBER, TODAY, false)).toEqual(NOVEMBER);
  expect(searchOfPreset(NOVEMBER, LATER)).toEqual(NOVEMBER);
  expect(searchOfPreset({ span: 'last-year' }, LATER)).toEqual({ from: '2026-01', to: '2026-12' });
});

test('REP-017, NAV-037: an address without months means the year so far, which can be saved as it is now, too', () => {
  expect(periodOf({ group: 'driver' }, LATER)).toEqual({ rolls: 'SummaryThisYear' });
  expect(searchOfPreset(presetOf({}, TODAY, true), LATER)).toEqual({});
  expect(presetOf({}, TODAY, false)).toEqual({ from: '2026-01', to: '2026-11' });
});

test('REP-017: months that are none of the usual spans stand where they are', () => {
  const spring = { from: '2026-03', to: '2026-05' };
  expect(spanToday(spring, TODAY)).toBeNull();
  expect(presetOf(spring, TODAY, true)).toEqual(spring);
  expect(periodOf(spring, LATER)).toEqual(spring);
});

function Asked() {
  const question = useLeaveQuestion();
  return question && <button onClick={() => question.answer(false)}>Stanna kvar</button>;
}

async function open(search: Record<string, string>) {
  const rolling: Record<string, string> = { span: 'this-month' };
  const preset = { report: 'summary' as const, is_shared: false, owner: '', can: { edit: true, remove: true } };
  const send = fakeSend({
    'reports.presets': () => ({
      presets: [
        { ...preset, id: 1, name: 'Löpande', search: rolling },
        { ...preset, id: 2, name: 'Bokslut', search: { from: '2025-01', to: '2025-12' } },
      ],
    }),
    'reports.add-preset': () => ({ id: 3 }),
  });
  const used: unknown[] = [];
  let closed = 0;
  await renderScreen(
    <>
      <PresetsDialog
        report="summary"
        search={search}
        today={TODAY}
        onUse={(each) => used.push(each)}
        onClose={() => void (closed += 1)}
      />
      <Asked />
    </>,
    { send, language: 'sv' },
  );
  return { send, used, closed: () => closed };
}

test('REP-017: the list says of each filter whether its months stand, and so does the form that saves one', async () => {
  const { send, used } = await open(NOVEMBER);
  const running = within(await screen.findByRole('region', { name: 'Löpande' }));
  expect(running.getByText('Följer kalendern: den här månaden')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Bokslut' })).getByText(/^Alltid januari.*december 2025$/)).toBeTruthy();
  const choice = within(screen.getByRole('group', { name: 'Period' }));
  expect(choice.getByRole<HTMLInputElement>('radio', { name: 'Följer kalendern: den här månaden' }).checked).toBe(true);
  await userEvent.type(screen.getByLabelText('Namn'), 'Nu');
  await userEvent.click(screen.getByRole('button', { name: 'Spara filter' }));
  await userEvent.click(choice.getByRole('radio', { name: 'Alltid november 2026' }));
  await userEvent.type(screen.getByLabelText('Namn'), 'Då');
  await userEvent.click(screen.getByRole('button', { name: 'Spara filter' }));
  const saved = send.requests.filter(({ id }) => id === 'reports.add-preset').map(({ body }) => body);
  expect(saved).toMatchObject([
    { name: 'Nu', search: { span: 'this-month' } },
    { name: 'Då', search: NOVEMBER },
  ]);
  await userEvent.click(running.getByRole('button', { name: 'Använd' }));
  expect(used).toEqual([NOVEMBER]);
  expect(await screen.findByText('Sidan visar ”Löpande”. Följer kalendern: den här månaden')).toBeTruthy();
});

test('REP-017: the list says which filter the page shows', async () => {
  await open(NOVEMBER);
  expect(within(await screen.findByRole('region', { name: 'Löpande' })).getByText('Visas på sidan nu')).toBeTruthy();
  expect(screen.getAllByText('Visas på sidan nu')).toHaveLength(1);
  cleanup();
  await open({ ...NOVEMBER, unit: '350000000000007' });
  await screen.findByRole('region', { name: 'Löpande' });
  expect(screen.queryByText('Visas på sidan nu')).toBeNull();
});

test('NAV-039, REP-017: a name that was typed is asked about before the dialog closes or another filter is used', async () => {
  const { used, closed } = await open(NOVEMBER);
  await userEvent.type(await screen.findByLabelText('Namn'), 'Bokslut 2026');
  await userEvent.click(screen.getByRole('button', { name: 'Stäng' }));
  fireEvent.click(await screen.findByText('Stanna kvar'));
  await userEvent.click(screen.getAllByRole('button', { name: 'Använd' })[0]!);
  fireEvent.click(await screen.findByText('Stanna kvar'));
  expect([closed(), used]).toEqual([0, []]);
  await userEvent.clear(screen.getByLabelText('Namn'));
  await userEvent.click(screen.getByRole('button', { name: 'Stäng' }));
  expect(closed()).toBe(1);
});
