import type { DataOf } from '@spora/contract/endpoint-map';
import { CHOSEN_MODES, type ChosenMode, RECOMMENDED_MODE } from '@spora/contract/modes/modes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import frame from '../../../ui/section.module.css';
import { SelectField } from '../../../ui/select-field.tsx';
import styles from '../components/modes.module.css';
import { forgetModes } from '../queries.ts';
import { useModeTexts } from '../use-mode-texts.ts';

type Preview = DataOf<'modes.bulk-preview'>['units'];

/** MODE-007: how often many units report: what would become of each and by when, then the change. */
export function ModesBulkDialog(props: { imeis: readonly string[]; onClose: () => void }): ReactNode {
  const { onClose } = props;
  const t = useT();
  const send = useSend();
  const client = useQueryClient();
  // What the dialog was opened for stays, whatever the list behind it does.
  const [imeis] = useState(() => [...props.imeis]);
  const [chosen, setMode] = useState<ChosenMode | null>(null);
  const taken = useQuery(endpointQuery(send, 'modes.bulk-preview', { body: { imeis, mode: RECOMMENDED_MODE } }));
  /** What no chosen unit can be set to is told before it is chosen. */
  const isTaken = (each: ChosenMode): boolean => taken.data?.units.some(({ modes }) => modes.includes(each)) ?? true;
  const mode = chosen ?? commonOf(taken.data?.units ?? []);
  const [isTried, setTried] = useState(false);
  const preview = useMutation({
    mutationFn: (to: ChosenMode) => call(send, 'modes.bulk-preview', { body: { imeis, mode: to } }),
  });
  const change = useMutation({
    mutationFn: (to: ChosenMode) => call(send, 'modes.bulk', { body: { imeis, mode: to } }),
    onSettled: () => forgetModes(client),
  });
  const able = preview.data?.units.filter(({ refused }) => refused === null).length ?? 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (mode !== null) preview.mutate(mode);
  };
  const error = preview.error ?? change.error;
  return (
    <Dialog title={t('ModeBulk')} closeLabel={t('Close')} isOpen onClose={onClose}>
      <form className={styles['form']} noValidate onSubmit={submit}>
        {change.data ? (
          <Banner tone="success">{t('ModeBulkDone', { count: change.data.changed })}</Banner>
        ) : (
          <p className={frame['soft']}>
            {mode !== null && preview.data && able > 0
              ? t('ModeBulkTo', { count: able, mode: t(`Mode-${mode}`) })
              : t('ModeBulkLead', { count: imeis.length })}
          </p>
        )}
        {!preview.data && (
          <SelectField
            label={t('ModeTitle')}
            value={mode ?? ''}
            onChange={({ target }) => setMode(CHOSEN_MODES.find((each) => each === target.value) ?? null)}
            error={isTried && mode === null ? t('ModeBulkChoose') : null}
          >
            {mode === null && <option value="">{t('ModeBulkNoChoice')}</option>}
            {CHOSEN_MODES.map((each) => (
              <option key={each} value={each} disabled={!isTaken(each)}>
                {isTaken(each) ? t(`Mode-${each}`) : t('ModeBulkCannot', { mode: t(`Mode-${each}`) })}
              </option>
            ))}
          </SelectField>
        )}
        {mode !== null && preview.data && <Units units={preview.data.units} mode={mode} />}
        {preview.data && able === 0 && <p>{t('ModeBulkNone')}</p>}
        {error && (
          <FailureBanner failure={error} onRetry={change.error && mode !== null ? () => change.mutate(mode) : 'submit'} />
        )}
        <div className={styles['ends']}>
          {change.data ? (
            <Button look="primary" onClick={onClose}>
              {t('Done')}
            </Button>
          ) : preview.data ? (
            <>
              <Button onClick={preview.reset}>{t('BulkBack')}</Button>
              {able > 0 && mode !== null && (
                <Button look="primary" isBusy={change.isPending} onClick={() => change.mutate(mode)}>
                  {t('ModeBulkApply', { count: able })}
                </Button>
              )}
            </>
          ) : (
            <Button type="submit" look="primary" isBusy={preview.isPending}>
              {t('BulkPreview')}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

/** What all units have that can be set to it, where that is the same: what is chosen for them is nobody's guess. */
function commonOf(units: Preview): ChosenMode | null {
  const able = units.filter(({ modes }) => modes.length > 0);
  const isOfAll = (mode: ChosenMode): boolean => able.every(({ current, modes }) => current === mode && modes.includes(mode));
  return able.length === 0 ? null : (CHOSEN_MODES.find(isOfAll) ?? null);
}

function Units({ units, mode }: { units: Preview; mode: ChosenMode }): ReactNode {
  const t = useT();
  const { activeBy } = useModeTexts();
  return (
    <table className={frame['table']} aria-label={t('ModeBulk')}>
      <thead>
        <tr>
          <th scope="col">{t('UnitName')}</th>
          <th scope="col">{t('ModeBulkFrom')}</th>
          <th scope="col">{t('ModeBulkWhen')}</th>
        </tr>
      </thead>
      <tbody>
        {units.map(({ imei, name, current, expected_at, refused }) => (
          <tr key={imei}>
            <td data-label={t('UnitName')}>{name}</td>
            <td data-label={t('ModeBulkFrom')}>{current ? t(`Mode-${current}`) : refused !== 'locked' && t('ModeAsSetUp')}</td>
            <td data-label={t('ModeBulkWhen')}>
              {refused ? (
                t(`ModeBulk-${refused}`)
              ) : (
                <span className={styles['becomes']}>
                  {t(`Mode-${mode}`)}
                  <span className={frame['soft']}>{activeBy(expected_at)}</span>
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
