import type { SafeHome } from '@spora/contract/safe-return/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import { PageLink, usePageSearch, useSearchPatch } from '../../lib/page-link.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useSettledText } from '../../lib/use-settled-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded, rowsOf } from '../../ui/loaded.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useToasts } from '../../ui/toast.tsx';
import type { ToastAction } from '../../ui/toast-list.ts';
import { CircleMap, type RenderCircleMap } from '../zones/public/circle-map.tsx';
import { EmptyOrBegin } from '../../ui/begin-unit.tsx';
import { HomeSheet } from './components/home-sheet.tsx';
import { HomeTable } from './components/home-table.tsx';
import { MissingStepDialog } from './components/missing-step-dialog.tsx';
import styles from './components/safe-return.module.css';
import { ScheduleSheet } from './components/schedule-sheet.tsx';
import { missingStep, type SavedHome, shownHomes } from './model.ts';
import { homesQuery, useHomeWrite } from './queries.ts';
import type { SafeReturnPatch, SafeReturnSearch } from './search.ts';
import { useLeave } from './use-leave.ts';

export interface SafeReturnScreenProps {
  readonly search: SafeReturnSearch;
  readonly onSearch: (patch: SafeReturnPatch) => void;
  readonly renderMap: RenderCircleMap;
}

/** NAV-020, with what the address holds. */
export function SafeReturnPage(): ReactNode {
  return (
    <SafeReturnScreen
      search={usePageSearch(ADDRESSES.safeReturnHome)}
      onSearch={useSearchPatch(ADDRESSES.safeReturnHome)}
      renderMap={(map) => <CircleMap {...map} />}
    />
  );
}

/** SAFE-001: which units are to be home at which times. */
export function SafeReturnScreen(props: SafeReturnScreenProps): ReactNode {
  const query = useQuery(homesQuery(useSend()));
  const isOut = useLeave(query.error);
  if (isOut) return null;
  return (
    <div className={styles['screen']}>
      <Loaded query={query} heights={rowsOf(60)} className={styles['form']}>
        {(homes) => <Homes {...props} homes={homes} />}
      </Loaded>
    </div>
  );
}

type Open = {
  readonly what: 'home' | 'schedule' | 'missing';
  readonly imei: string;
  /** It is switched on as soon as it has times and a home. */
  readonly isTurningOn?: true;
};

function Homes(props: SafeReturnScreenProps & { homes: readonly SafeHome[] }): ReactNode {
  const { homes, search, onSearch } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const [text, setText] = useSettledText(search.q ?? '', (q) => onSearch({ q: q || undefined }));
  const toggle = useHomeWrite((send, { imei, isOn }: { imei: string; isOn: boolean }) =>
    call(send, 'safe-return.switch', { body: { imei, status: isOn ? 1 : 0 } }),
  );
  const skip = useHomeWrite((send, { imei, at, isSkipped }: { imei: string; at: string; isSkipped: boolean }) =>
    call(send, 'safe-return.skip', { body: { imei, at, is_skipped: isSkipped } }),
  );
  const failed = (failure: unknown): unknown => toasts.show({ text: errors.text(failure), tone: 'danger' });
  const turn = (imei: string, isOn: boolean, onSuccess?: () => void): void =>
    toggle.mutate(
      { imei, isOn },
      {
        onError: (failure) =>
          failure instanceof ApiError && failure.errors === 'SafeHomeEnableMsg'
            ? setOpen({ what: 'missing', imei })
            : failed(failure),
        ...(onSuccess && { onSuccess }),
      },
    );
  /** SAFE-008: of one that is being switched on the step that is still missing follows, and then it is on. */
  const goOn = (saved: SafeHome): void => {
    const { imei } = saved;
    const missing = missingStep(saved);
    if (missing) setOpen({ what: missing, imei, isTurningOn: true });
    else turn(imei, true, () => toasts.show({ text: t('SafeHomeTurnedOn', { name: saved.name }) }));
  };
  const onSaved = (saved: SavedHome, told: string): void => {
    close();
    if (saved.status === 1 || open?.isTurningOn || saved.turned_off) toasts.show({ text: told });
    else toasts.show({ text: `${told} ${t('SafeHomeStillOff', { name: saved.name })}`, action: nextStep(saved) });
    if (saved.status === 0 && open?.isTurningOn) goOn(saved);
  };
  /** Of one that stays off: what it still needs, and then the switch. */
  const nextStep = (saved: SafeHome): ToastAction => {
    const missing = missingStep(saved);
    if (!missing) return { label: t('SafeHomeTurnOn'), run: () => goOn(saved) };
    const label = t(missing === 'home' ? 'SafeHomeAdd' : 'SafeHomeChooseTimes');
    return { label, run: () => setOpen({ what: missing, imei: saved.imei }) };
  };
  const rows = shownHomes(homes, search);
  const onCount = homes.filter(({ status }) => status === 1).length;
  const opened = homes.find(({ imei }) => imei === open?.imei);
  // Also where it ended while the page was open.
  useLeave(toggle.error ?? skip.error);
  return (
    <div className={styles['form']}>
      {homes.length > 0 && (
        <p className={styles['lead']}>
          {t('SafeHomeLead')} <PageLink to={ADDRESSES.alarmReceivers}>{t('SafeHomeReceivers')}</PageLink>
        </p>
      )}
      {homes.length > 0 && (
        <div className={styles['search']} role="search" aria-label={t('SafeReturnHome')}>
          <SearchField label={t('SafeHomeSearch')} clearLabel={t('ClearSearch')} value={text} onChange={setText} isPageSearch />
          {(search.on || (onCount > 0 && onCount < homes.length)) && (
            <Switch
              label={t('SafeHomeOnlyOn', { count: onCount })}
              isOn={search.on ?? false}
              onChange={(isOn) => onSearch({ on: isOn ? true : undefined })}
            />
          )}
        </div>
      )}
      {rows.length === 0 ? (
        homes.length === 0 ? (
          <EmptyOrBegin text={t('SafeHomeLead')}>
            <EmptyState icon="target" title={t('NoRecordsAvailable')} />
          </EmptyOrBegin>
        ) : (
          <EmptyState
            icon="search"
            title={t('NoRecordsAvailable')}
            action={
              <Button
                onClick={() => {
                  setText('');
                  onSearch({ q: undefined, on: undefined });
                }}
              >
                {t('ClearSearch')}
              </Button>
            }
          />
        )
      ) : (
        <HomeTable
          rows={rows}
          order={search.sort ?? null}
          onSort={(sort) => onSearch({ sort })}
          pending={toggle.isPending ? toggle.variables : null}
          onSwitch={({ imei }, isOn) => turn(imei, isOn)}
          onSkip={({ imei }, at, isSkipped) =>
            skip.mutate(
              { imei, at, isSkipped },
              {
                onError: failed,
                onSuccess: () => toasts.show({ text: t(isSkipped ? 'SafeHomeSkipped' : 'SafeHomeNotSkipped') }),
              },
            )
          }
          onOpen={(what, { imei }) => setOpen({ what, imei })}
        />
      )}
      {opened && open?.what === 'schedule' && <ScheduleSheet home={opened} onClose={close} onSaved={onSaved} />}
      {opened && open?.what === 'home' && (
        <HomeSheet home={opened} renderMap={props.renderMap} onClose={close} onSaved={onSaved} />
      )}
      {opened && open?.what === 'missing' && (
        <MissingStepDialog
          home={opened}
          onClose={close}
          onOpen={(what) => setOpen({ what, imei: opened.imei, isTurningOn: true })}
        />
      )}
    </div>
  );
}
