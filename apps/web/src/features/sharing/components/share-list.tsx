import type { ShareLink } from '@spora/contract/sharing/endpoints';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useNow } from '../../../lib/age.ts';
import { call } from '../../../lib/call.ts';
import { endpointQuery, queriesOf } from '../../../lib/endpoint-query.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { nearMoment } from '../../../lib/near-moment.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PassOn } from './pass-on.tsx';
import styles from './share.module.css';

/** MAP-035: links that are open now, to copy and to end. */
export function ShareList(props: {
  imei: string;
  /** The one that the form has just made, and passes on itself. */
  madeId: number | null;
  onEnded: (id: number) => void;
}): ReactNode {
  const { imei, madeId, onEnded } = props;
  const t = useT();
  const format = useFormat();
  const send = useSend();
  const { data } = useQuery({ ...endpointQuery(send, 'sharing.list', {}), staleTime: 0 });
  const units = useQuery(endpointQuery(send, 'tracking.fleet', { query: {} })).data?.units;
  const own = units?.name[units.imei.indexOf(imei)];
  const now = useNow();
  const [ending, setEnding] = useState<ShareLink | null>(null);
  const [ended, setEnded] = useState<string | null>(null);
  if (!data) return null;
  const about = (link: ShareLink): string =>
    [
      format.day(link.expires_at) === format.day(now)
        ? t('ShareEndsToday', { time: format.time(link.expires_at) })
        : t('ShareEndsAt', { time: nearMoment(link.expires_at, now, { t, format }) }),
      ...(link.url === null ? [t('ShareMadeBy', { name: link.made_by })] : []),
      ...(link.with_trail ? [t('ShareHasTrail')] : []),
      ...(link.with_own_private ? [t('ShareHasOwnPrivate')] : []),
      ...(link.destination ? [t('ShareTo', { place: link.destination })] : []),
    ].join(' · ');
  // Until it is known which unit this is, all stand together.
  const isOwn = ({ units: names }: ShareLink): boolean => own === undefined || names.includes(own);
  const groups = [
    { heading: null, links: data.links.filter(isOwn) },
    { heading: t('ShareOtherLinks'), links: data.links.filter((link) => !isOwn(link)) },
  ];
  const row = (link: ShareLink): ReactNode => (
    <li key={link.id} className={styles['link']}>
      <strong>{nameOf(link)}</strong>
      {link.title && <span className={styles['soft']}>{link.units.join(', ')}</span>}
      <span className={styles['soft']}>{about(link)}</span>
      <div className={styles['line']}>
        {link.url !== null && link.id !== madeId && <PassOn address={link.url} link={link} />}
        <Button isSmall onClick={() => setEnding(link)}>
          {t('ShareEnd')}
        </Button>
      </div>
    </li>
  );
  return (
    <section aria-label={t('ShareOpenLinks')} className={styles['form']}>
      <h3>{t('ShareOpenLinks')}</h3>
      {ended !== null && <Banner tone="success">{t('ShareEnded', { what: ended })}</Banner>}
      {data.links.length === 0 ? (
        <p className={styles['soft']}>{t('ShareNoLinks')}</p>
      ) : (
        groups.map(
          ({ heading, links }) =>
            links.length > 0 && (
              <div key={heading ?? ''} className={styles['boxes']}>
                {heading !== null && <h4 className={styles['others']}>{heading}</h4>}
                <ul className={styles['links']}>{links.map(row)}</ul>
              </div>
            ),
        )
      )}
      {ending && (
        <EndLink
          link={ending}
          onEnded={(id) => {
            setEnded(nameOf(ending));
            onEnded(id);
          }}
          onClose={() => setEnding(null)}
        />
      )}
    </section>
  );
}

const nameOf = (link: ShareLink): string => link.title || link.units.join(', ');

function EndLink(props: { link: ShareLink; onEnded: (id: number) => void; onClose: () => void }): ReactNode {
  const { link, onEnded, onClose } = props;
  const { id } = link;
  const t = useT();
  const errors = useErrorText();
  const send = useSend();
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => call(send, 'sharing.revoke', { params: { id } }),
    onSuccess: () => {
      void client.invalidateQueries(queriesOf('sharing'));
      onEnded(id);
      onClose();
    },
  });
  return (
    <Dialog title={t('ShareEndTitle', { what: nameOf(link) })} closeLabel={t('Close')} isOpen onClose={onClose}>
      <div className={styles['form']}>
        <p className={styles['soft']}>{t('ShareEndText')}</p>
        {end.isError && <Banner tone="danger">{errors.text(end.error)}</Banner>}
        <div className={styles['ends']}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="danger" isBusy={end.isPending} onClick={() => end.mutate()}>
            {t('ShareEnd')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
