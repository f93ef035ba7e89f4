import type { ReactNode } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChangedMeanwhile } from '../../../ui/changed-meanwhile.tsx';
import { useUnitFieldNames } from '../use-unit-field-names.ts';
import type { TabForm } from '../use-unit-form.ts';
import frame from '../../../ui/section.module.css';
import styles from './unit-page.module.css';

/** What went wrong, in its place; texts of fields stand beside them. */
export function Failure(props: { failure: unknown; fields?: readonly string[] }): ReactNode {
  const errors = useErrorText();
  const { failure, fields = [] } = props;
  const told = errors.fields(failure);
  const isForFields = Object.keys(told).length > 0 && Object.keys(told).every((field) => fields.includes(field));
  if (failure === null || failure === undefined || isForFields) return null;
  return <Banner tone="danger">{errors.text(failure)}</Banner>;
}

/** The end of a tab's form: saved or not, and how to save or take back. */
export function SaveLine(props: {
  form: Pick<TabForm, 'isDirty' | 'isSaving' | 'failure' | 'forget'> &
    Partial<Pick<TabForm, 'theirs' | 'theirValue' | 'overwrite' | 'values'>> & {
      /** The same of a form with fields of its own, each with its name and what it is now. */
      readonly meanwhile?: readonly { readonly label: string; readonly value: string }[] | null;
    };
  isReadOnly?: boolean;
  fields: readonly string[];
}): ReactNode {
  const { form } = props;
  const t = useT();
  const names = useUnitFieldNames(form.values?.kind ?? 'vehicle');
  const theirs =
    form.meanwhile ?? form.theirs?.map((field) => ({ label: names[field], value: form.theirValue?.(field) ?? '' })) ?? null;
  if (props.isReadOnly) return <p className={frame['soft']}>{t('UnitReadOnly')}</p>;
  return (
    <>
      {theirs && form.overwrite ? (
        <ChangedMeanwhile changes={theirs} onTakeTheirs={form.forget} onOverwrite={form.overwrite} />
      ) : (
        <Failure failure={form.failure} fields={form.failure instanceof ApiError ? props.fields : []} />
      )}
      <div className={styles['saveLine']}>
        <Button type="submit" look="primary" disabled={!form.isDirty} isBusy={form.isSaving}>
          {form.isSaving ? t('Saving') : t('Save')}
        </Button>
        {form.isDirty && !form.isSaving && <Button onClick={form.forget}>{t('UnitForget')}</Button>}
        {form.isDirty && <span className={frame['soft']}>{t('UnitNotSavedYet')}</span>}
      </div>
    </>
  );
}
