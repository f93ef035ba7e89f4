import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { startBrand } from '../../../lib/brand.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useSessionState, useSessionStore } from '../../../lib/session-context.tsx';
import { storedItem } from '../../../lib/storage.ts';
import { Banner } from '../../../ui/banner.tsx';
import { nameOfText } from '../model.ts';
import styles from './announcement-banner.module.css';
import { SafeText } from '../public/safe-text.tsx';

/** A text has one name in each language. */
const KEPT_MAX = 12;
const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length <= KEPT_MAX && value.every((name) => typeof name === 'string');
const closedNames = storedItem('view.announcement', 1, isNames);

/**
 * DEC-61: loaded at the start and on a change of language, closed until its text changes or the person signs out. Another
 * person who signs in on this browser sees it, whether or not the one before signed out.
 */
export function AnnouncementBanner(): ReactNode {
  const t = useT();
  const send = useSend();
  const store = useSessionStore();
  const state = useSessionState();
  const { language } = useLanguage();
  const [closed, setClosed] = useState(() => closedNames.read() ?? []);
  const user = state.kind === 'signed-in' ? state.session.user : null;
  const subsiteID = user?.SubsiteID ?? startBrand().subsiteId;
  const { data: text = '' } = useQuery({
    ...endpointQuery(send, 'accounts.announcement', { body: { lang: language, subsiteID } }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });
  useEffect(
    () =>
      store.subscribe(() => {
        const now = store.getState();
        if (now.kind === 'signed-out' && now.reason !== 'expired') closedNames.clear();
      }),
    [store],
  );

  const name = `${user?.ID ?? 0}.${nameOfText(text)}`;
  if (text.trim() === '' || closed.includes(name)) return null;
  const close = (): void => {
    const next = [...closed.filter((other) => other.startsWith(`${user?.ID ?? 0}.`)), name].slice(-KEPT_MAX);
    closedNames.write(next);
    setClosed(next);
  };
  return (
    <Banner tone="information" isFlush onClose={close} closeLabel={t('CloseAnnouncement')}>
      <div className={styles['text']}>
        <SafeText text={text} />
      </div>
    </Banner>
  );
}
