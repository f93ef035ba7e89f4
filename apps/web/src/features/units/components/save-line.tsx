import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChangedMeanwhile } from '../../../ui/changed-meanwhile.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { useUnitFieldNames } from '../use-unit-field-names.ts';
import type { TabForm } from '../use-unit-form.ts';
import frame from '../../../ui/section.module.css';
import styles from './unit-page.module.css';

/** The end of a tab's form: saved or not, and how to save or take back. */
export function SaveLine(props: {
  form: Pick<TabForm, 'isDirty' | 'isSaving' | 'failure' | 'forget'> &
    Partial<Pick<TabForm, 'theirs' | 'theirValue' | 'overwrite' | 'takeTheirs' | 'values'>> & {
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
        <ChangedMeanwhile changes={theirs} onTakeTheirs={form.takeTheirs ?? form.forget} onOverwrite={form.overwrite} />
      ) : (
        <FailureBanner failure={form.failure} ownFields={props.fields} onRetry="submit" />
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
