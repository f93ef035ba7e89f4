import type { Refuelling } from '@spora/contract/refuelling/endpoints';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { NotLoaded } from '../../../ui/loaded.tsx';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Section } from '../../../ui/section.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { PictureImage } from '../../object-description/public/picture-image.tsx';
import { RefuellingSheet } from './refuelling-sheet.tsx';
import { RefuellingTable } from '../components/refuelling-table.tsx';
import { receiptQuery, refuellingsQuery, useRefuellingChanges } from '../queries.ts';
import styles from '../components/refuelling.module.css';

type Open =
  { readonly what: 'edit'; readonly entry: Refuelling | null } | { readonly what: 'receipt'; readonly entry: Refuelling };

/** TRIP-035: what the unit was filled and charged with, newest first. */
export function RefuellingTab(props: { imei: string; name: string }): ReactNode {
  const { imei } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const list = useInfiniteQuery(refuellingsQuery(useSend(), imei));
  const { remove, restore } = useRefuellingChanges(imei);
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const failed = (error: unknown) => toasts.show({ text: errors.text(error), tone: 'danger' });
  const pages = list.data?.pages ?? [];
  const [first] = pages;
  if (!first) return <NotLoaded query={list} heights={[240]} isPart />;
  const rows = pages.flatMap((page) => page.rows);
  const takeAway = (entry: Refuelling): void =>
    remove.mutate(entry, {
      onSuccess: () =>
        toasts.show({
          text: t('RefuellingRemoved'),
          action: { label: t('Undo'), run: () => restore.mutate(entry, { onError: failed }) },
        }),
      onError: failed,
    });
  const add = first.can.add && (
    <Button look={rows.length === 0 ? 'primary' : 'plain'} icon="plus" onClick={() => setOpen({ what: 'edit', entry: null })}>
      {t('RefuellingAdd')}
    </Button>
  );
  return (
    <div className={styles['tab']}>
      <Section title={t('UnitTab-refuelling')} action={rows.length > 0 && add}>
        {rows.length === 0 ? (
          <EmptyState icon="log" title={t('RefuellingNone')} action={add || undefined}>
            {t('RefuellingNoneText')}
          </EmptyState>
        ) : (
          <RefuellingTable
            rows={rows}
            onReceipt={(entry) => setOpen({ what: 'receipt', entry })}
            onEdit={(entry) => setOpen({ what: 'edit', entry })}
            onRemove={takeAway}
          />
        )}
        {list.hasNextPage && (
          <Button isWrite={false} isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('RefuellingOlder')}
          </Button>
        )}
      </Section>
      {open?.what === 'edit' && (
        <RefuellingSheet units={[{ imei, label: props.name }]} entry={open.entry} isBesideList onClose={close} />
      )}
      {open?.what === 'receipt' && <Receipt imei={imei} entry={open.entry} onClose={close} />}
    </div>
  );
}

function Receipt(props: { imei: string; entry: Refuelling; onClose: () => void }): ReactNode {
  const { imei, entry, onClose } = props;
  const t = useT();
  const format = useFormat();
  const send = useSend();
  return (
    <Dialog title={t('RefuellingReceipt')} closeLabel={t('Close')} isOpen onClose={onClose}>
      <PictureImage
        query={receiptQuery(send, imei, entry.id)}
        alt={t('RefuellingReceiptOf', { time: format.dateTime(entry.at) })}
      />
    </Dialog>
  );
}
