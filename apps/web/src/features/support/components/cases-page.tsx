import type { SupportCase } from '@spora/contract/support/endpoints';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Loaded, rowsOf } from '../../../ui/loaded.tsx';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { brandText } from '../model.ts';
import { useOlder, useSupportWrite } from '../queries.ts';
import { useSearch } from '../use-search.ts';
import { Older } from './older.tsx';
import { OpenDialog } from './open-dialog.tsx';
import styles from '../support.module.css';

/** ADM-022, ADM-023: what customers wrote from the support dialog, and the answers. */
export function CasesPage(): ReactNode {
  const t = useT();
  const [search, change] = useSearch();
  return (
    <div className={styles['screen']}>
      <h1>{t('Support_cases')}</h1>
      <Tabs
        label={t('Support_cases')}
        selected={search.get('tab') === 'answered' ? 'answered' : 'open'}
        onSelect={(id) => change({ tab: id === 'answered' ? id : '' })}
        tabs={[
          { id: 'open', label: t('CasesOpen'), panel: <Cases state="open" /> },
          { id: 'answered', label: t('CasesAnswered'), panel: <Cases state="answered" /> },
        ]}
      />
    </div>
  );
}

function Cases(props: { state: 'open' | 'answered' }): ReactNode {
  const t = useT();
  const cases = useOlder('support.cases', { query: { state: props.state } });
  return (
    <div className={styles['rows']}>
      <Loaded query={cases} heights={rowsOf(44)} className={styles['rows']}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows);
          if (rows.length === 0)
            return <EmptyState icon="check" title={props.state === 'open' ? t('NoOpenCases') : t('NoAnsweredCases')} />;
          return rows.map((row) => <Case key={row.id} row={row} />);
        }}
      </Loaded>
      <Older query={cases} />
    </div>
  );
}

function Case(props: { row: SupportCase }): ReactNode {
  const { row } = props;
  const t = useT();
  const format = useFormat();
  const [isAnswering, setAnswering] = useState(false);
  const [isOpening, setOpening] = useState(false);
  const facts = [row.page, row.imei, row.version, row.language].filter(Boolean).join(' · ');
  return (
    <article className={styles['case']} aria-labelledby={`case-${row.id}`}>
      <header className={styles['head']}>
        <h2 id={`case-${row.id}`}>
          {row.case} · {row.account_name}
        </h2>
        <time className={styles['soft']} dateTime={row.at}>
          {format.dateTime(row.at)}
        </time>
      </header>
      <p className={styles['soft']}>{[row.sender, row.sender_email, brandText(row.subsite_id, t)].filter(Boolean).join(' · ')}</p>
      <p className={styles['message']}>{row.message}</p>
      {facts && <p className={styles['facts']}>{facts}</p>}
      {row.answered_at !== null && (
        <div className={styles['answer']}>
          <p className={styles['soft']}>{t('AnsweredBy', { name: row.answered_by, time: format.dateTime(row.answered_at) })}</p>
          <p className={styles['message']}>{row.answer}</p>
        </div>
      )}
      {isAnswering ? (
        <AnswerForm row={row} onClose={() => setAnswering(false)} />
      ) : (
        <div className={styles['line']}>
          {row.answered_at === null && (
            <Button look="primary" isSmall icon="mail" onClick={() => setAnswering(true)}>
              {t('AnswerCase')}
            </Button>
          )}
          <Button isSmall onClick={() => setOpening(true)}>
            {t('OpenAccountDo')}
          </Button>
        </div>
      )}
      {isOpening && <OpenDialog id={row.account_id} name={row.account_name} onClose={() => setOpening(false)} />}
    </article>
  );
}

function AnswerForm(props: { row: SupportCase; onClose: () => void }): ReactNode {
  const { row, onClose } = props;
  const t = useT();
  const toasts = useToasts();
  const [answer, setAnswer] = useState('');
  const write = useSupportWrite('support.answer-case');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (write.isPending) return;
    write.mutate(
      { params: { id: row.id }, body: { answer } },
      {
        onSuccess: () => {
          toasts.show({ text: t('CaseIsAnswered', { number: row.case }) });
          onClose();
        },
      },
    );
  };
  const refused = useRefusals(write.error, { answer });
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <TextArea
        label={t('AnswerTo', { name: row.sender })}
        help={t('AnswerHelp', { address: row.sender_email })}
        rows={5}
        maxLength={2000}
        autoFocus
        value={answer}
        onChange={(event) => setAnswer(event.target.value)}
        error={refused['answer'] ?? null}
      />
      <FailureBanner failure={write.error} ownFields={['answer']} onRetry="submit" />
      <div className={styles['ends']}>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" look="primary" isBusy={write.isPending}>
          {t('SendAnswer')}
        </Button>
      </div>
    </form>
  );
}
