import type { ReactNode } from 'react';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import styles from './service.module.css';

/** What went wrong as a whole, and how to save or leave; what is wrong with a field stands at the field. */
export function FormEnd(props: {
  failure: unknown;
  isSaving: boolean;
  savingText?: string | undefined;
  saveText: string;
  onClose: () => void;
}): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const { failure } = props;
  return (
    <>
      <FailureBanner failure={failure} ownFields={Object.keys(errors.fields(failure))} onRetry="submit" />
      <div className={styles['ends']}>
        <Button onClick={props.onClose}>{t('Cancel')}</Button>
        <Button type="submit" look="primary" isBusy={props.isSaving}>
          {props.isSaving ? (props.savingText ?? t('Saving')) : props.saveText}
        </Button>
      </div>
    </>
  );
}
