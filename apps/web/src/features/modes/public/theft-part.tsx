import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { OfferedAction } from '../../../ui/offered-action.tsx';
import { TheftNote } from '../components/theft-note.tsx';
import { modeQuery } from '../queries.ts';
import { TheftDialog } from './theft-dialog.tsx';

/** OBJ-009, MODE-009: theft mode of a unit wherever it may be wanted: that it is on, or the way to turn it on. Nothing for who may not. */
export function TheftPart(props: {
  imei: string;
  unitName: string;
  lead?: ReactNode;
  isSmall?: boolean;
  isFollowed?: boolean;
}): ReactNode {
  const { imei, unitName } = props;
  const t = useT();
  const { data } = useQuery(modeQuery(useSend(), imei));
  const [isAsked, setAsked] = useState(false);
  if (!data) return null;
  if (data.theft)
    return <TheftNote imei={imei} unitName={unitName} mode={data} theft={data.theft} isFollowed={props.isFollowed ?? false} />;
  if (!data.can.theft) return null;
  return (
    <>
      {props.lead}
      <div>
        <OfferedAction
          id="theft"
          icon="alert"
          isDangerous
          isSmall={props.isSmall ?? false}
          label={t('TheftModeStart')}
          onPress={() => setAsked(true)}
        />
      </div>
      {isAsked && <TheftDialog imei={imei} unitName={unitName} onClose={() => setAsked(false)} />}
    </>
  );
}
