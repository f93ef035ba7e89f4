import { renderHook } from '@testing-library/react';
import { en } from '@spora/messages/en';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { I18nProvider } from './i18n.tsx';
import { useRefusals } from './use-refusals.ts';

const wrapper = ({ children }: { children: ReactNode }) => (
  <I18nProvider language="en" catalogue={en}>
    {children}
  </I18nProvider>
);
const told = (first: { error: unknown; form: object }) =>
  renderHook((props: { error: unknown; form: object }) => Object.keys(useRefusals(props.error, props.form)), {
    wrapper,
    initialProps: first,
  });

test('API-009: a refusal goes as soon as its field is changed, and comes with the next one', () => {
  const refused = () => new ApiError(422, { name: ['SpecifyName'], 'rules.0.type': ['SpecifyValue'], unseen: ['SpecifyValue'] });
  const form = { name: '', rules: [{ type: 'x' }, { type: 'y' }], tags: ['a'] };
  const { result, rerender } = told({ error: null, form });
  expect(result.current).toEqual([]);
  const error = refused();
  rerender({ error, form });
  expect(result.current).toEqual(['name', 'rules.0.type', 'unseen']);
  rerender({ error, form: { ...form, name: 'Anna', rules: [{ type: 'x' }, { type: 'z' }] } });
  expect(result.current, 'the other field stands as it was').toEqual(['rules.0.type', 'unseen']);
  rerender({ error, form: { ...form, name: 'Anna', rules: [{ type: 'w' }] } });
  expect(result.current).toEqual(['unseen']);
  rerender({ error: refused(), form: { ...form, name: 'Anna' } });
  expect(result.current).toEqual(['name', 'rules.0.type', 'unseen']);
  rerender({ error: null, form });
  expect(result.current).toEqual([]);
});
