import { expect, test } from 'vitest';
import { parentRights } from './parent-rights.ts';

test('DEC-21: alert numbers and the extra time zone hang on two parent accounts, compared as text', () => {
  const user = { ParentID: '0042' };
  expect(parentRights(user, { alertNumbers: '', extraTimeZone: '' })).toEqual({
    HasAlertNumbers: false,
    HasExtraTimeZone: false,
  });
  expect(parentRights(user, { alertNumbers: '42', extraTimeZone: '0042' })).toEqual({
    HasAlertNumbers: false,
    HasExtraTimeZone: true,
  });
  expect(parentRights(user, { alertNumbers: '0042', extraTimeZone: '0042' })).toEqual({
    HasAlertNumbers: true,
    HasExtraTimeZone: true,
  });
});

test('DEC-21: an account without a parent is no member of an unset one', () => {
  expect(parentRights({ ParentID: '' }, { alertNumbers: '', extraTimeZone: '' })).toEqual({
    HasAlertNumbers: false,
    HasExtraTimeZone: false,
  });
});
