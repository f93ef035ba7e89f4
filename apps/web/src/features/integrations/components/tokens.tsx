import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Table } from '../../../ui/table.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import styles from '../integrations.module.css';
import { revokeToken, tokensQuery, useIntegrationsWrite } from '../queries.ts';
import { ShownOnce } from './shown-once.tsx';
import { TokenForm } from './token-form.tsx';

type Token = DataOf<'integrations.tokens'>['tokens'][number];

/** The account's tokens with the way to a new one. A new token is on the screen until it has been kept. */
export function Tokens(): ReactNode {
  const t = useT();
  const query = useQuery(tokensQuery(useSend()));
  const [made, setMade] = useState<string | null>(null);
  const [isMaking, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<Token | null>(null);
  if (made !== null) return <ShownOnce label={t('TokenNew')} secret={made} onClose={() => setMade(null)} />;
  if (isMaking)
    return (
      <TokenForm
        onCancel={() => setMaking(false)}
        onMade={(token) => {
          setMaking(false);
          setMade(token);
        }}
      />
    );
  const begin = (
    <Button look="primary" icon="plus" onClick={() => setMaking(true)}>
      {t('TokenMake')}
    </Button>
  );
  return (
    <Loaded query={query}>
      {({ tokens }) =>
        tokens.length === 0 ? (
          <EmptyState icon="lock" title={t('TokensNone')} action={begin}>
            {t('TokensNoneText')}
          </EmptyState>
        ) : (
          <>
            <div className={styles['ends']}>{begin}</div>
            <TokenTable tokens={tokens} onRevoke={setRevoking} />
            {revoking && <RevokeDialog token={revoking} onClose={() => setRevoking(null)} />}
          </>
        )
      }
    </Loaded>
  );
}

function TokenTable(props: { tokens: readonly Token[]; onRevoke: (token: Token) => void }): ReactNode {
  const t = useT();
  const format = useFormat();
  return (
    <Table
      label={t('TokensTitle')}
      head={
        <>
          <th scope="col">{t('UnitName')}</th>
          <th scope="col">{t('TokenRights')}</th>
          <th scope="col">{t('TokenState')}</th>
          <th scope="col">{t('TokenLastUsed')}</th>
          <th scope="col">{t('TokenMadeBy')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('TokenRevoke')}</span>
          </th>
        </>
      }
    >
      {props.tokens.map((token) => (
        <tr key={token.id} className={token.state === 'active' ? undefined : styles['over']}>
          <th scope="row">
            {token.name} <span className={styles['code']}>…{token.hint}</span>
          </th>
          <td data-label={t('TokenRights')}>{t(`TokenRights-${token.rights}`)}</td>
          <td data-label={t('TokenState')}>
            {token.state === 'active'
              ? t('TokenUntil', { day: format.day(token.expires_at) })
              : token.state === 'revoked'
                ? t('TokenRevokedOn', { day: format.day(token.revoked_at ?? token.expires_at) })
                : token.state === 'expired'
                  ? t('TokenExpiredOn', { day: format.day(token.expires_at) })
                  : t('TokenIdle')}
          </td>
          <td data-label={t('TokenLastUsed')}>
            {token.last_used_at === null ? t('TokenNeverUsed') : format.dateTime(token.last_used_at)}
          </td>
          <td data-label={t('TokenMadeBy')}>
            {token.created_by}, {format.day(token.created_at)}
          </td>
          <td>
            {(token.state === 'active' || token.state === 'idle') && (
              <Button
                isSmall
                look="danger"
                aria-label={t('TokenRevokeNamed', { name: token.name })}
                onClick={() => props.onRevoke(token)}
              >
                {t('TokenRevoke')}
              </Button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function RevokeDialog(props: { token: Token; onClose: () => void }): ReactNode {
  const { token, onClose } = props;
  const t = useT();
  const toasts = useToasts();
  const write = useIntegrationsWrite(revokeToken);
  const revoke = (): void =>
    write.mutate(token.id, {
      onSuccess: () => {
        toasts.show({ text: t('TokenRevoked', { name: token.name }) });
        onClose();
      },
    });
  return (
    <Dialog title={t('TokenRevokeNamed', { name: token.name })} closeLabel={t('Close')} isOpen onClose={onClose}>
      <div className={styles['form']}>
        <p>{t('TokenRevokeText')}</p>
        <FailureBanner failure={write.error} />
        <div className={styles['ends']}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="danger" isBusy={write.isPending} onClick={revoke}>
            {t('TokenRevoke')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
