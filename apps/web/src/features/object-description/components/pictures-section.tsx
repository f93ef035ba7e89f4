import type { ObjectDescription } from '@spora/contract/object-description/endpoints';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { moved, PICTURE_LIMIT } from '../model.ts';
import { useDescriptionChange } from '../queries.ts';
import { useAddPictures } from '../use-add-pictures.ts';
import { DeletePicture } from './delete-picture.tsx';
import { PictureCard } from './picture-card.tsx';
import { RefusedPicture } from './refused-picture.tsx';
import { Section } from '../../../ui/section.tsx';
import frame from '../../../ui/section.module.css';
import styles from './object.module.css';

const hasFiles = (event: DragEvent): boolean => [...event.dataTransfer.types].includes('Files');

/** OBJ-002, OBJ-006: pictures are dropped or chosen, put in order, named and deleted. */
export function PicturesSection(props: { imei: string; description: ObjectDescription }): ReactNode {
  const { imei, description } = props;
  const { pictures } = description;
  const t = useT();
  const errors = useErrorText();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [dragged, setDragged] = useState<number | null>(null);
  const [asked, setAsked] = useState<number | null>(null);
  const [told, setTold] = useState('');
  const adding = useAddPictures(imei);
  const arrange = useDescriptionChange(imei, (send, wanted: { id: number; caption: string }[]) =>
    call(send, 'object-description.arrange-pictures', { params: { imei }, body: { pictures: wanted } }),
  );
  const mayEdit = description.can.edit;
  const isFull = pictures.length >= PICTURE_LIMIT.count;
  const asSent = pictures.map(({ id, caption }) => ({ id, caption }));
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= pictures.length || from === to) return;
    arrange.mutate(moved(asSent, from, to), { onSuccess: () => setTold(t('PictureMoved', { number: to + 1 })) });
  };

  return (
    <Section title={t('PicturesTitle')}>
      <p className={frame['soft']}>{t('PicturesHelp', { count: PICTURE_LIMIT.count })}</p>
      {pictures.length > 0 && (
        <ul className={styles['pictures']}>
          {pictures.map((picture, index) => (
            <PictureCard
              key={picture.id}
              imei={imei}
              picture={picture}
              number={index + 1}
              isLast={index === pictures.length - 1}
              mayEdit={mayEdit}
              isDragged={dragged === index}
              onDrag={(isDragging) => setDragged(isDragging ? index : null)}
              onDropHere={dragged === null || dragged === index ? null : () => move(dragged, index)}
              onMove={(step) => move(index, index + step)}
              onCaption={(caption) =>
                arrange.mutate(asSent.map((each) => (each.id === picture.id ? { ...each, caption } : each)))
              }
              onDelete={() => setAsked(picture.id)}
            />
          ))}
        </ul>
      )}
      {pictures.length === 0 && <p className={frame['soft']}>{t('PicturesNone')}</p>}
      {arrange.isError && <Banner tone="danger">{errors.text(arrange.error)}</Banner>}
      {mayEdit && isFull && <p className={frame['soft']}>{t('PicturesFull')}</p>}
      {mayEdit && !isFull && (
        <div
          className={styles['drop']}
          data-over={isOver}
          onDragOver={(event) => {
            if (!hasFiles(event)) return;
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            adding.add([...event.dataTransfer.files]);
          }}
        >
          <span aria-hidden="true">{t('PicturesDrop')}</span>
          <Button icon="plus" isBusy={adding.busyWith !== null} onClick={() => input.current?.click()}>
            {adding.busyWith === null ? t('PicturesChoose') : t('PicturesAdding', { name: adding.busyWith })}
          </Button>
          <input
            ref={input}
            type="file"
            accept="image/png,image/jpeg,image/webp,image/heic"
            multiple
            hidden
            aria-label={t('PicturesChoose')}
            onChange={(event) => {
              adding.add([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        </div>
      )}
      {adding.refused.map((refused) => (
        <RefusedPicture
          key={refused.key}
          refused={refused}
          isBusy={adding.busyWith !== null}
          onShrink={() => adding.shrink(refused)}
          onLeaveOut={() => adding.leaveOut(refused)}
        />
      ))}
      <p role="status" className="visually-hidden">
        {adding.added > 0 ? t('PicturesAdded', { count: adding.added }) : told}
      </p>
      {asked !== null && <DeletePicture imei={imei} id={asked} onClose={() => setAsked(null)} />}
    </Section>
  );
}
