import type { DataOf } from '@spora/contract/endpoint-map';
import { useRef, useState, type ReactNode } from 'react';
import { call } from '../../lib/call.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { useErrorText, useFormat, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useMedia } from '../../lib/use-media.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SealDifferences } from './components/seal-differences.tsx';
import { VerifiedPeriod } from './components/verified-period.tsx';
import { RefusedFile } from './verify-json.ts';
import { fingerprintOf, keysOf, periodsIn, type PeriodVerdict, verdictsOf } from './verify-model.ts';
import { differencesIn, type RowDifference } from './verify-rows.ts';
import styles from './verify-screen.module.css';

interface Verdict {
  readonly name: string;
  readonly sha256: string;
  /** Null: not a file of ours as it left. */
  readonly file: DataOf<'exports.verify-file'>['file'];
  /** Null: not a log as JSON. */
  readonly periods: readonly PeriodVerdict[] | null;
  /** What of it is not as its periods were sealed. */
  readonly differences: readonly RowDifference[];
}
type State =
  | { readonly is: 'empty' }
  | { readonly is: 'working'; readonly name: string }
  | { readonly is: 'failed'; readonly file: File; readonly why: string }
  | { readonly is: 'done'; readonly verdict: Verdict };

/** Anybody may look whether a file of the log is as it left: the file stays in the browser, which computes everything itself. */
export function VerifyScreen(): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const send = useSend();
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<State>({ is: 'empty' });
  const [isOver, setOver] = useState(false);
  useDocumentTitle(t('VerifyTitle'));
  const canCompute = Boolean((globalThis.crypto as Crypto | undefined)?.subtle);

  async function look(file: File): Promise<void> {
    setState({ is: 'working', name: file.name });
    let bytes: Uint8Array<ArrayBuffer>;
    try {
      bytes = new Uint8Array(await file.arrayBuffer());
    } catch {
      setState({ is: 'failed', file, why: t('VerifyNotRead') });
      return;
    }
    try {
      const sha256 = await fingerprintOf(bytes);
      const { file: found } = await call(send, 'exports.verify-file', { body: { sha256 } });
      const periods = periodsIn(bytes);
      const keys =
        periods && periods.length > 0 ? await keysOf(await call(send, 'exports.verify-keys', {})) : new Map<string, CryptoKey>();
      const verdicts = periods && (await verdictsOf(periods, keys));
      const differences = periods ? differencesIn(bytes, periods) : [];
      setState({ is: 'done', verdict: { name: file.name, sha256, file: found, periods: verdicts, differences } });
    } catch (error) {
      setState({ is: 'failed', file, why: error instanceof RefusedFile ? t(error.key) : errors.text(error) });
    }
  }
  // On a telephone there is nothing to drag from.
  const canDrop = useMedia('(any-pointer: fine)');
  const choose = (file: File | undefined): void => {
    if (file && canCompute) void look(file);
  };

  return (
    <div className={styles['verify']}>
      <header>
        <h1>{t('VerifyTitle')}</h1>
        <p className={styles['lead']}>{t('VerifyLead')}</p>
      </header>
      {!canCompute && <Banner tone="danger">{t('VerifyNoCrypto')}</Banner>}
      <div
        className={styles['drop']}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          choose(event.dataTransfer.files[0]);
        }}
      >
        <input
          ref={input}
          type="file"
          hidden
          data-testid="verify-file"
          onChange={(event) => {
            choose(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <div className={styles['choose']}>
          <Button
            look={state.is === 'done' ? 'plain' : 'primary'}
            icon="search"
            isBusy={state.is === 'working'}
            disabled={!canCompute}
            onClick={() => input.current?.click()}
          >
            {t(state.is === 'done' ? 'VerifyAnother' : 'VerifyChoose')}
          </Button>
          {canDrop && <span>{t('VerifyDrop')}</span>}
        </div>
        <p className={styles['soft']}>{t('VerifyStays')}</p>
      </div>
      <div aria-live="polite" className={styles['result']}>
        {state.is === 'working' && <p className={styles['soft']}>{t('VerifyWorking', { name: state.name })}</p>}
        {state.is === 'failed' && (
          <Banner
            tone="danger"
            action={
              <Button isSmall onClick={() => void look(state.file)}>
                {t('Retry')}
              </Button>
            }
          >
            {state.why}
          </Banner>
        )}
        {state.is === 'done' && <Result verdict={state.verdict} />}
      </div>
    </div>
  );
}

/** More than these nobody reads, and a page of ten thousand stands still. */
const SHOWN_MAX = 200;

/** All periods as they stand in the file; of very many those that are not as they were sealed before the others. */
const worstFirst = (periods: readonly PeriodVerdict[]): readonly PeriodVerdict[] =>
  periods.length <= SHOWN_MAX
    ? periods
    : periods.toSorted((a, b) => Number(a.faults.length === 0) - Number(b.faults.length === 0)).slice(0, SHOWN_MAX);

function Result({ verdict }: { verdict: Verdict }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { name, sha256, file, periods, differences } = verdict;
  const shown = worstFirst(periods ?? []);
  const isSealedWhole = periods !== null && periods.length > 0 && periods.every(({ faults }) => faults.length === 0);
  return (
    <>
      <h2 className={styles['name']}>{name}</h2>
      {file ? (
        <Banner tone="success">{t('VerifyOurs', { time: format.dateTime(file.at), kind: t(`VerifyKind-${file.kind}`) })}</Banner>
      ) : (
        <Banner tone={isSealedWhole ? 'warning' : 'danger'}>{t(isSealedWhole ? 'VerifyNotWhole' : 'VerifyNotOurs')}</Banner>
      )}
      <SealDifferences differences={differences} />
      {periods && (
        <section className={styles['periods']}>
          <h2>{t('VerifyPeriods')}</h2>
          {periods.length === 0 && <p className={styles['soft']}>{t('VerifyNoPeriods')}</p>}
          {shown.map((period, index) => (
            <VerifiedPeriod key={index} period={period} />
          ))}
          {shown.length < periods.length && (
            <p className={styles['soft']}>
              {t('VerifyMore', { shown: format.number(shown.length), all: format.number(periods.length) })}
            </p>
          )}
        </section>
      )}
      <p className={styles['soft']}>
        {t('VerifyFingerprint')} <code className={styles['hash']}>{sha256}</code>
      </p>
    </>
  );
}
