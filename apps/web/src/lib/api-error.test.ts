import type { ErrorsBody } from '@spora/contract/envelope';
import { en } from '@spora/messages/en';
import { createTranslate } from '@spora/messages/translate';
import { expect, test } from 'vitest';
import { ApiError, errorText, fieldErrors } from './api-error.ts';

const t = createTranslate('en', en);
const refused = new ApiError(422, { name: ['SpecifyName', 'NameLength'], to: ['EndDateMustBeAfterStart'] });

test('API-009: of a refusal by fields the first message of each is shown, joined to one text', () => {
  expect(errorText(refused, t, en)).toBe(`${t('SpecifyName')} ${t('EndDateMustBeAfterStart')}`);
  expect(fieldErrors(refused, t, en)).toEqual({ name: t('SpecifyName'), to: t('EndDateMustBeAfterStart') });
});

test('API-011, ERR-036: a key is translated, a text that is no key is shown as it is, and nothing usable is something that went wrong', () => {
  expect(errorText(new ApiError(404, 'UnitNotFound'), t, en)).toBe(t('UnitNotFound'));
  expect(errorText(new ApiError(400, 'Closed for the day.' as ErrorsBody), t, en)).toBe('Closed for the day.');
  for (const nothing of [new Error('a bug'), new ApiError(500, '' as ErrorsBody), new ApiError(422, {})])
    expect(errorText(nothing, t, en)).toBe(t('SomethingWentWrong'));
});

test('a refusal that is not about fields has no field errors', () => {
  expect(fieldErrors(new ApiError(401, { msg: 'InvalidLogin', count: 2 }), t, en)).toEqual({});
  expect(fieldErrors(new ApiError(404, 'UnitNotFound'), t, en)).toEqual({});
});

test('ERR-044: of a fault the reference is told wherever it is told of; a refusal explains itself', () => {
  const reference = 'ABCD2345';
  expect(errorText(new ApiError(500, 'SomethingWentWrong', { reference }), t, en)).toBe(
    `${t('SomethingWentWrong')} Reference for support: ABCD2345`,
  );
  expect(errorText(new ApiError(409, 'UnitNotFound', { reference }), t, en)).toBe(t('UnitNotFound'));
  expect(errorText(new ApiError(502, 'SomethingWentWrong'), t, en)).toBe(t('SomethingWentWrong'));
});
