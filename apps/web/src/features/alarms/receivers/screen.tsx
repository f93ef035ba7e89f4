import type { AlarmReceiver } from '@spora/contract/alarms/receivers';
import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { startBrand } from '../../../lib/brand.ts';
import { useT } from '../../../lib/i18n.tsx';
import { PageLink, usePageSearch, useSearchPatch } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { useSettledText } from '../../../lib/use-settled-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded, rowsOf } from '../../../ui/loaded.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Section } from '../../../ui/section.tsx';
import { AlertLanguageForm } from '../public/alert-language-form.tsx';
import { DeliverySheet } from './delivery-sheet.tsx';
import { shownReceivers, toldOf, type ToldOf } from './model.ts';
import { receiversQuery } from './queries.ts';
import { ReceiverSheet } from './receiver-sheet.tsx';
import { ReceiverTable } from './receiver-table.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import type { ReceiverSearch } from './search.ts';
import { UnitsDialog } from './units-dialog.tsx';
import styles from './receivers.module.css';

export interface ReceiversScreenProps {
  readonly search: ReceiverSearch;
  readonly onSearch: (patch: Partial<Record<keyof ReceiverSearch, string | undefined>>) => void;
}

/** ADM-028: credits are added by whoever runs the service. */
function MoreCredits(): ReactNode {
  const t = useT();
  const { supportMail } = startBrand();
  const href = `mailto:${supportMail}?subject=${encodeURIComponent(t('ReceiverSmsSubject', { account: useUser().AccountName }))}`;
  return (
    <span className={styles['soft']}>
      {t('ReceiverSmsMore')} <a href={href}>{supportMail}</a>
    </span>
  );
}

/** NAV-021, ALARM-002: who is told of alarms. */
export function ReceiversScreen(props: ReceiversScreenProps): ReactNode {
  const t = useT();
  const query = useQuery(receiversQuery(useSend()));
  return (
    <div className={styles['screen']}>
      <Loaded query={query} heights={rowsOf(52)} className={styles['form']}>
        {(data) => <Receivers {...props} data={data} />}
      </Loaded>
      {/* Not before: it would stand where the list comes, and jump. */}
      {!query.isPending && (
        <div className={styles['language']}>
          <Section level={2} title={t('ReceiverLanguage')}>
            <AlertLanguageForm />
          </Section>
        </div>
      )}
    </div>
  );
}

export function ReceiversPage(): ReactNode {
  return <ReceiversScreen search={usePageSearch(ADDRESSES.alarmReceivers)} onSearch={useSearchPatch(ADDRESSES.alarmReceivers)} />;
}

type Open =
  | { readonly what: 'edit' | 'units' | 'remove' | 'delivery'; readonly receiver: AlarmReceiver }
  | { readonly what: 'new' }
  /** Just added: its units are next. */
  | { readonly what: 'first-units'; readonly id: number; readonly name: string; readonly told: ToldOf };

function Receivers(props: ReceiversScreenProps & { data: DataOf<'alarms.receivers'> }): ReactNode {
  const { data, search, onSearch } = props;
  const t = useT();
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const [text, setText] = useSettledText(search.q ?? '', (q) => onSearch({ q: q || undefined }));
  const rows = shownReceivers(data.alarmReceivers, search);
  const add = (
    <Button look="primary" icon="plus" onClick={() => setOpen({ what: 'new' })}>
      {t('ReceiverNew')}
    </Button>
  );
  const isEmpty = data.alarmReceivers.length === 0;
  return (
    <>
      <div className={styles['top']}>
        <p className={styles['lead']}>
          {t('ReceiversLead')} <PageLink to={ADDRESSES.alarms}>{t('ReceiversToAlarms')}</PageLink>
        </p>
        <div className={styles['tools']}>
          <Badge tone={data.SmsCredits === 0 ? 'danger' : data.SmsCredits <= 10 ? 'warning' : 'plain'}>
            {t('ReceiverSmsLeft', { count: data.SmsCredits })}
          </Badge>
          {data.SmsCredits <= 10 && <MoreCredits />}
          {!isEmpty && add}
        </div>
      </div>
      {isEmpty ? (
        <EmptyState icon="bell" title={t('ReceiversNone')} action={add}>
          {t('ReceiversNoneText')}
        </EmptyState>
      ) : (
        <>
          <div className={styles['search']} role="search" aria-label={t('AlarmReceiver')}>
            <SearchField
              label={t('ReceiversSearch')}
              clearLabel={t('ClearSearch')}
              value={text}
              onChange={setText}
              isPageSearch
            />
          </div>
          {rows.length === 0 ? (
            <EmptyState
              icon="search"
              title={t('ReceiversNoMatch')}
              action={<Button onClick={() => setText('')}>{t('ClearSearch')}</Button>}
            />
          ) : (
            <ReceiverTable
              rows={rows}
              receivers={data.alarmReceivers}
              order={search.sort ?? 'name'}
              onSort={(sort) => onSearch({ sort: sort === 'name' ? undefined : sort })}
              onOpen={(what, receiver) => setOpen({ what, receiver })}
            />
          )}
        </>
      )}
      {(open?.what === 'new' || open?.what === 'edit') && (
        <ReceiverSheet
          receiver={open.what === 'edit' ? open.receiver : null}
          receivers={data.alarmReceivers}
          onClose={close}
          onAdded={(added) => setOpen({ what: 'first-units', ...added })}
        />
      )}
      {open?.what === 'units' && (
        <UnitsDialog id={open.receiver.id} name={open.receiver.name} told={toldOf(open.receiver)} onClose={close} />
      )}
      {open?.what === 'first-units' && <UnitsDialog id={open.id} name={open.name} told={open.told} onClose={close} />}
      {open?.what === 'remove' && <RemoveDialog receiver={open.receiver} onClose={close} />}
      {open?.what === 'delivery' && <DeliverySheet receiver={open.receiver} onClose={close} />}
    </>
  );
}
