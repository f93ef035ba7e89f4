import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { fakeSend, renderScreen, signedInUser } from '../../../lib/testing.tsx';
import { alarmsCsv, alarmsWorkbook, exportedAlarms } from './export.ts';
import { alarmOf, open, sentTo, TOWED, withCleanScreen } from './testing.tsx';
import { useAlarmTexts } from './use-alarm-texts.ts';

withCleanScreen();

const bytesOf = (blob: Blob): Promise<Uint8Array> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.readAsArrayBuffer(blob);
  });

test('ALARM-035: the export has all pages of the filters, and no formula of a note', async () => {
  const pages = [
    { alarms: [TOWED], next: '1-2' },
    { alarms: [alarmOf({ note: '=1+1' })], next: null },
  ];
  const send = fakeSend({ 'alarms.list': ({ query }) => pages['after' in query && query.after ? 1 : 0]! });
  const found = await exportedAlarms(send, { type: 'security' });
  expect(sentTo(send, 'alarms.list').map(({ query }) => query)).toEqual([
    { states: 'new,seen', classes: 'security', limit: 200 },
    { states: 'new,seen', classes: 'security', limit: 200, after: '1-2' },
  ]);
  let csv = '';
  const Reader = () => ((csv = alarmsCsv(found, useT(), useAlarmTexts(), useFormat())), null);
  await renderScreen(<Reader />, { send, language: 'sv', user: signedInUser() });
  const lines = csv.trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/^2026-11-20 21:04;;Skåpbil;ABC 123;Flyttad/);
  expect(lines[2]).toMatch(/;'=1\+1$/);
});

test('ALARM-035: the workbook has real times on the account’s clock, and of private use the day alone', async () => {
  const private_ = alarmOf({
    id: 3,
    is_day_only: true,
    at: '2026-11-18T23:00:00Z',
    ended_at: null,
    lat: null,
    lng: null,
    place: null,
    value: null,
    limit: null,
  });
  let book: Promise<Blob> | undefined;
  const Reader = () => (
    (book = alarmsWorkbook([alarmOf({ note: '=1+1' }), private_], useT(), useAlarmTexts(), useFormat())),
    null
  );
  await renderScreen(<Reader />, { send: fakeSend({}), language: 'sv', user: signedInUser() });
  const files = unzipSync(await bytesOf(await book!));
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!);
  const [, first, second] = sheet.match(/<row .*?<\/row>/gs)!;
  // 21:04 of the 20th of November 2026 in Stockholm, as spreadsheets count days.
  expect(Number(/<c r="A2"[^>]*><v>([^<]*)/.exec(first!)![1])).toBeCloseTo(46346 + (21 * 60 + 4) / 1440, 4);
  expect(first).toMatch(/<c r="H2"[^>]*><v>59\.3<.*<c r="I2"[^>]*><v>18</);
  expect(first).not.toContain('<f>');
  expect(first).toMatch(/Skåpbil.*ABC 123.*Storgatan 1, Solna.*121.km\/h.*=1\+1/s);
  expect(Number(/<c r="A3"[^>]*><v>([^<]*)/.exec(second!)![1])).toBe(46345);
  expect(second).not.toMatch(/<c r="(B|G|H|I|J)3"/);
});

test('ALARM-035: a workbook of thousands of alarms needs no worker, which the content security policy would forbid', async () => {
  const asked: string[] = [];
  vi.stubGlobal(
    'Worker',
    class {
      constructor() {
        asked.push('worker');
      }
    },
  );
  const many = Array.from({ length: 3000 }, (_, id) => alarmOf({ id, note: `Nr ${id} <b>` }));
  let book: Promise<Blob> | undefined;
  const Reader = () => ((book = alarmsWorkbook(many, useT(), useAlarmTexts(), useFormat())), null);
  await renderScreen(<Reader />, { send: fakeSend({}), language: 'sv', user: signedInUser() });
  const sheet = strFromU8(unzipSync(await bytesOf(await book!))['xl/worksheets/sheet1.xml']!);
  expect(sheet.match(/<row /g)).toHaveLength(3001);
  expect(sheet).toContain('Nr 2999 &lt;b&gt;');
  expect(asked).toEqual([]);
});

test('ALARM-035: the export offers a workbook and a table, of all that the filters show', async () => {
  const saved: string[] = [];
  URL.createObjectURL = (blob: Blob) => (saved.push(blob.type), 'blob:1');
  URL.revokeObjectURL = () => undefined;
  const send = await open([TOWED], {
    first: { type: 'security', from: '2026-11-01' },
    answers: { 'exports.record-list': () => ({}) },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Exportera' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Excel' }));
  await waitFor(() => expect(saved).toEqual([expect.stringContaining('spreadsheetml')]));
  expect(sentTo(send, 'alarms.list').at(-1)!.query).toEqual({
    states: 'new,seen',
    classes: 'security',
    from: '2026-11-01',
    limit: 200,
  });
  expect(sentTo(send, 'exports.record-list').map(({ body }) => body)).toEqual([
    { list: 'alarms', format: 'xlsx', from: '2026-11-01', rows: 1 },
  ]);
});
