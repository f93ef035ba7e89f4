import { expect, test } from 'vitest';
import { nameOfText, phoneAddress, termsLanguage, termsSections } from './model.ts';

test('DEC-75: a phone label becomes a link only when it holds a number', () => {
  expect(phoneAddress('+46 8 465 004 00')).toBe('tel:+46846500400');
  expect(phoneAddress('Ring 08-465 004 00 (mån-fre 8-17)')).toBe('tel:0846500400');
  expect(phoneAddress('+46 (0)8 465 004 00')).toBe('tel:+46846500400');
  expect(phoneAddress('Open 8-17, +47 22 12 34 56')).toBe('tel:+4722123456');
  expect([phoneAddress('Ask your reseller'), phoneAddress('Open 8-17'), phoneAddress('')]).toEqual([null, null, null]);
});

test('REG-013, I18N-008, CONST-049: the terms are Swedish unless the address asks for one of the others', () => {
  const languages = ['', '?lang=sv', '?lang=no', '?lang=en', '?lang=de', '?lang=EN', '?lang='].map(termsLanguage);
  expect(languages).toEqual(['sv', 'sv', 'no', 'en', 'sv', 'sv', 'sv']);
});

test('REG-013: lines that begin with # are headings, empty lines end paragraphs', () => {
  expect(termsSections('Before.\n\n# One\n\nFirst\nline.\n\nSecond.\n# Two\nRight under it.\n#no heading')).toEqual([
    { heading: null, paragraphs: ['Before.'] },
    { heading: 'One', paragraphs: ['First\nline.', 'Second.'] },
    { heading: 'Two', paragraphs: ['Right under it.\n#no heading'] },
  ]);
  expect(termsSections('')).toEqual([]);
});

test('DEC-61: a text has the same name on every visit, another text another', () => {
  expect(nameOfText('Work tonight')).toBe(nameOfText('Work tonight'));
  expect(nameOfText('Work tonight')).not.toBe(nameOfText('Work tonight.'));
});
