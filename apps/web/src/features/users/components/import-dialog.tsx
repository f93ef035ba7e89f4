import type { DataOf } from '@spora/contract/endpoint-map';
import type { MessageKey } from '@spora/messages/keys';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { saveCsv } from '../../../lib/download.ts';
import { decodeText } from '../../../lib/file-text.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { useRowWindow } from '../../../lib/use-row-window.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { Table, TableGap } from '../../../ui/table.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { withoutLines } from '../import-text.ts';
import { useUserWrite } from '../queries.ts';
import styles from './import-dialog.module.css';

type Row = DataOf<'users.import'>['rows'][number];
const ROW_PX = 45;
const COLUMNS = 4;

/** ADM-010: many users from a file: chosen, dropped or pasted; shown first, then the right rows are invited and the others stay. */
export function ImportDialog(props: { onClose: () => void }): ReactNode {
  const t = useT();
  const [csv, setCsv] = useState('');
  const [invited, setInvited] = useState<readonly Row[]>([]);
  const judge = useUserWrite((send, text: string) => call(send, 'users.import', { body: { csv: text, commit: false } }));
  const commit = useUserWrite((send, text: string) => call(send, 'users.import', { body: { csv: text, commit: true } }));
  // A judgement holds for the text it was made of.
  const judged = judge.data && judge.variables === csv ? judge.data : null;
  const rows = judged?.rows ?? null;
  const unread = judged?.unread ?? [];
  const good = rows?.filter(({ errors }) => errors.length === 0).length ?? 0;
  const isBusy = judge.isPending || commit.isPending;
  const close = useCarefulClose(csv.trim() !== '' && !isBusy, props.onClose);
  const edit = (text: string): void => {
    setCsv(text);
    commit.reset();
  };
  const take = (text: string): void => {
    edit(text);
    judge.mutate(text);
  };
  const save = (): void =>
    commit.mutate(csv, {
      onSuccess: (answer) => {
        const done = answer.rows.filter((row) => row.invited);
        setInvited((before) => [...before, ...done]);
        // What was invited leaves the text; what is wrong stays to be put right.
        const rest = withoutLines(csv, new Set(done.map(({ line }) => line)));
        setCsv(rest);
        if (rest) judge.mutate(rest);
        else judge.reset();
      },
    });
  return (
    <Sheet title={t('ImportUsers')} closeLabel={t('Close')} isOpen onClose={close} isWide>
      <div className={styles['body']}>
        <p className={styles['soft']}>{t('ImportLead')}</p>
        <Source csv={csv} onEdit={edit} onTake={take} />
        <FailureBanner failure={judge.error ?? commit.error} ownFields={['csv']} onRetry={() => judge.mutate(csv)} />
        <CsvFault error={judge.error ?? commit.error} />
        {invited.length > 0 && (
          <Banner tone="success">
            {t('ImportInvited', { count: invited.length })}
            <ul className={styles['invited']}>
              {invited.map((row) => (
                <li key={row.email}>{`${row.full_name}, ${row.email}`}</li>
              ))}
            </ul>
          </Banner>
        )}
        {unread.length > 0 && <Banner tone="warning">{t('ImportUnread', { columns: unread.join(', ') })}</Banner>}
        {rows && rows.length > 0 && (
          <>
            <p className={styles['counts']} role="status">
              {t('ImportGood', { count: good })}
              {rows.length > good && <>, {t('ImportWrong', { count: rows.length - good })}</>}
            </p>
            <Preview rows={rows} />
          </>
        )}
        {rows?.length === 0 && <Banner tone="warning">{t('ImportNoRows')}</Banner>}
        <div className={styles['ends']}>
          <Button onClick={close}>{invited.length > 0 ? t('Close') : t('Cancel')}</Button>
          {rows && good > 0 ? (
            <Button look="primary" isBusy={isBusy} onClick={save}>
              {t('ImportCommit', { count: good })}
            </Button>
          ) : (
            <Button look="primary" isBusy={isBusy} disabled={csv.trim() === ''} onClick={() => judge.mutate(csv)}>
              {t('ImportCheck')}
            </Button>
          )}
        </div>
      </div>
    </Sheet>
  );
}

/** What the server says of the text as a whole. */
function CsvFault(props: { error: Error | null }): ReactNode {
  const errors = useErrorText();
  const text = errors.fields(props.error)['csv'];
  return text ? <Banner tone="danger">{text}</Banner> : null;
}

function Source(props: { csv: string; onEdit: (csv: string) => void; onTake: (csv: string) => void }): ReactNode {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  // Under a finger nothing is dropped.
  const isTouched = useMedia('(pointer: coarse)');
  const read = (file: File | undefined): void => void file?.arrayBuffer().then((bytes) => props.onTake(decodeText(bytes)));
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    read(event.dataTransfer.files[0]);
  };
  return (
    <div
      className={styles['source']}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className={styles['sourceTop']}>
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={t('ImportFile')}
          onChange={(event) => {
            read(event.target.files?.[0]);
            // The same file can be chosen again once it has been put right.
            event.target.value = '';
          }}
        />
        <Button icon="plus" onClick={() => input.current?.click()}>
          {t('ImportFile')}
        </Button>
        {!isTouched && <span className={styles['soft']}>{t('ImportDrop')}</span>}
        <Button look="quiet" icon="download" onClick={() => saveCsv(t('ImportExample'), t('ImportExampleName'))}>
          {t('ImportGetExample')}
        </Button>
      </div>
      <TextArea
        label={t('ImportText')}
        help={t('ImportColumns')}
        rows={6}
        spellCheck={false}
        value={props.csv}
        onChange={(event) => props.onEdit(event.target.value)}
      />
    </div>
  );
}

function Preview(props: { rows: readonly Row[] }): ReactNode {
  const { rows } = props;
  const t = useT();
  const errors = useErrorText();
  const place = useRef<HTMLDivElement>(null);
  const shown = useRowWindow(rows.length, ROW_PX, place);
  return (
    <div ref={place}>
      <Table
        label={t('ImportPreview')}
        rowCount={rows.length}
        head={
          <>
            <th scope="col" data-kind="number">
              {t('ImportLine')}
            </th>
            <th scope="col" className={styles['who']}>
              {t('UserName')}
            </th>
            <th scope="col" data-kind="number">
              {t('UserUnits')}
            </th>
            <th scope="col">{t('ImportJudgement')}</th>
          </>
        }
      >
        <TableGap height={shown.before} columns={COLUMNS} />
        {shown.indexes.map((index) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <tr key={row.line} ref={shown.measure} data-index={index}>
              <td data-label={t('ImportLine')} data-kind="number">
                {row.line}
              </td>
              <th scope="row">
                {row.full_name || '–'}
                <span className={styles['email']}>{row.email}</span>
              </th>
              <td data-label={t('UserUnits')} data-kind="number">
                {row.units}
              </td>
              <td>
                {row.errors.length === 0 ? (
                  <Badge tone="success">{t(row.is_admin ? 'ImportRowAdmin' : 'ImportRowGood')}</Badge>
                ) : (
                  <span className={styles['wrong']}>
                    {row.errors.map((key) => errors.text(new ApiError(422, key as MessageKey))).join(' ')}
                  </span>
                )}
              </td>
            </tr>
          );
        })}
        <TableGap height={shown.after} columns={COLUMNS} />
      </Table>
    </div>
  );
}
