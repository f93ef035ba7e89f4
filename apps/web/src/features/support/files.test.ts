import { CATALOGUES } from '@spora/messages/catalogues';
import { createFormat } from '@spora/messages/format';
import { createTranslate } from '@spora/messages/translate';
import { expect, test } from 'vitest';
import { actsFile, stockFile } from './files.ts';

const words = (language: 'sv' | 'en') => ({
  t: createTranslate(language, CATALOGUES[language]),
  format: createFormat(language, 'Europe/Stockholm'),
});

test("ADM-028: the file of the staff's log is in the words of who fetches it and by their clock, as the page is", () => {
  const text = [
    'time_utc,staff,action,account,account_name,about,left_utc',
    `2026-11-29T08:15:00.000Z,Sara Stöd,account-opened,42,"Bålsta Åkeri, Nord","'=S-1 ""x""",2026-11-29T08:45:00.000Z`,
    '2026-11-29T08:00:00.000Z,Sara Stöd,signed-in,,,,',
    '',
  ].join('\r\n');
  expect(actsFile(text, words('sv')).split('\r\n')).toEqual([
    'Tid;Vem;Vad;Kontonummer;Konto;Gäller;Lämnade kontot',
    `2026-11-29 09:15;Sara Stöd;Öppnade ett konto;42;"Bålsta Åkeri, Nord";"'=S-1 ""x""";2026-11-29 09:45`,
    '2026-11-29 09:00;Sara Stöd;Loggade in;;;;',
    '',
  ]);
  expect(actsFile(text, words('en')).split('\r\n')[2]).toBe('2026-11-29 09:00,Sara Stöd,Signed in,,,,');
});

test('ADM-028: so is the file of the stock', () => {
  const text = [
    'imei,family,brand,subscription,added_utc,registered_utc',
    '359633100000016,fmb120,,standard,2026-11-28T08:15:00.000Z,',
    '359633100000024,fmb120,0,plus,2026-11-28T08:15:00.000Z,2026-11-29T08:15:00.000Z',
    '',
  ].join('\r\n');
  expect(stockFile(text, words('sv')).split('\r\n')).toEqual([
    'IMEI;Varumärke;Abonnemang;Familj;Tillagd;Registrerad',
    '359633100000016;Alla varumärken;standard;fmb120;2026-11-28 09:15;',
    '359633100000024;Spora;plus;fmb120;2026-11-28 09:15;2026-11-29 09:15',
    '',
  ]);
});
