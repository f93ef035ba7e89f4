import { useId, type ReactNode } from 'react';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import styles from './commands.module.css';

export function Section(props: { title: string; children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h3 id={id} className={styles['title']}>
        {props.title}
      </h3>
      {props.children}
    </section>
  );
}

/** What could not be fetched, with another try. */
export function NotLoaded(props: { error: unknown; onRetry: () => void }): ReactNode {
  const t = useT();
  const errors = useErrorText();
  return (
    <Banner
      tone="danger"
      action={
        <Button isSmall onClick={props.onRetry}>
          {t('Retry')}
        </Button>
      }
    >
      {errors.text(props.error)}
    </Banner>
  );
}
