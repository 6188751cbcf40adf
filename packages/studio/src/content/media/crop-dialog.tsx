import './crop.css';

import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';

import { useDescription } from '../../data/description.js';
import { messageOf } from '../../failure.js';
import { Button } from '../../design/button.js';
import { Dialog } from '../../design/dialog.js';
import { Field, Input, Select } from '../../design/field.js';
import { toast } from '../../design/toast.js';
import { useWhileShown } from '../../design/while-shown.js';
import type { FileRecord } from '../form/value.js';
import { type Box, type CropSize, inside, withRatio } from './crop-box.js';
import { CropFrame } from './crop-frame.js';
import { updateFile, uploadFile } from './files.js';

interface CropDialogProps {
  readonly file: FileRecord;
  readonly onCropped: (file: FileRecord) => void;
  readonly onClose: () => void;
}

const RATIOS: readonly (readonly [string, number | undefined])[] = [
  ['Free', undefined],
  ['1 : 1', 1],
  ['4 : 3', 4 / 3],
  ['3 : 2', 3 / 2],
  ['16 : 9', 16 / 9],
  ['9 : 16', 9 / 16],
];

/** Images whose pixels a browser can write again. An SVG has none, and a GIF would lose its motion. */
export function isCroppable({ mime }: FileRecord): boolean {
  return ['image/jpeg', 'image/png', 'image/webp'].includes(mime);
}

/** Cuts a part out of an image, and stores it as a new file or in place of the old one. */
export function CropDialog({ file, onCropped, onClose }: CropDialogProps) {
  const { upload } = useDescription();
  const mayChange = upload.actions.includes('replace');
  const queries = useQueryClient();
  const [size, setSize] = useState<CropSize>();
  const [box, setBox] = useState<Box>();
  const [ratio, setRatio] = useState(0);
  const [isBroken, setBroken] = useState(false);
  const [progress, setProgress] = useState<number>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => draw(canvas.current, image.current, box), [box]);
  const leave = useWhileShown(onClose);
  const save = async (replaces?: FileRecord) => {
    setProgress(0);
    try {
      const cropped = await croppedFile(canvas.current, file, replaces === undefined);
      const stored = await uploadFile(cropped, setProgress, replaces);
      onCropped(mayChange && replaces === undefined ? await withTextsOf(file, stored) : stored);
      await queries.invalidateQueries({ queryKey: ['files'] });
      leave();
    } catch (error) {
      toast(messageOf(error), { tone: 'bad' });
      setProgress(undefined);
    }
  };
  const shape = (next: number) => {
    setRatio(next);
    if (size !== undefined) setBox(withRatio({ x: 0, y: 0, ...size }, RATIOS[next]?.[1], size));
  };
  const busy = progress !== undefined || box === undefined || isBroken;
  const foot = (
    <>
      {progress === undefined ? null : <progress className="grow" value={progress} aria-label="Sending" />}
      {mayChange ? (
        <Button disabled={busy} onClick={() => void save(file)}>
          Replace the file
        </Button>
      ) : null}
      {upload.actions.includes('upload') ? (
        <Button variant="primary" disabled={busy} onClick={() => void save()}>
          Save as a new file
        </Button>
      ) : null}
    </>
  );
  return (
    <Dialog title={`Crop ${file.name}`} wide onClose={onClose} foot={foot}>
      {isBroken ? (
        <p className="note note-danger" role="alert">
          The browser cannot show this image, so there is nothing to crop. Its file is missing or damaged: replace it in
          the details of the file.
        </p>
      ) : null}
      <div className="crop" hidden={isBroken}>
        <CropFrame
          url={file.url}
          image={image}
          size={size}
          box={box}
          ratio={RATIOS[ratio]?.[1]}
          onSize={(next) => {
            setSize(next);
            setBox({ x: 0, y: 0, ...next });
          }}
          onBroken={() => setBroken(true)}
          onChange={setBox}
        />
        <div className="stack">
          <ShapeSelect ratio={ratio} onChange={shape} />
          <BoxInputs box={box} size={size} onChange={setBox} />
          <CropPreview canvas={canvas} box={box} />
        </div>
      </div>
    </Dialog>
  );
}

interface ShapeSelectProps {
  /** The place of a ratio in the list. */
  readonly ratio: number;
  readonly onChange: (ratio: number) => void;
}

function ShapeSelect({ ratio, onChange }: ShapeSelectProps) {
  return (
    <Field label="Shape">
      {(control) => (
        <Select {...control} value={ratio} onChange={(event) => onChange(Number(event.target.value))}>
          {RATIOS.map(([name], index) => (
            <option key={name} value={index}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

interface BoxInputsProps {
  readonly box: Box | undefined;
  readonly size: CropSize | undefined;
  readonly onChange: (box: Box) => void;
}

/** The box in numbers, for the keyboard and for exact sizes. */
function BoxInputs({ box, size, onChange }: BoxInputsProps) {
  if (box === undefined || size === undefined) return null;
  const parts = [
    ['x', 'Left'],
    ['y', 'Top'],
    ['width', 'Width'],
    ['height', 'Height'],
  ] as const;
  return (
    <div className="crop-numbers">
      {parts.map(([name, label]) => (
        <Field key={name} label={label}>
          {(control) => (
            <Input
              {...control}
              type="number"
              min={0}
              value={box[name]}
              onChange={(event) => onChange(inside({ ...box, [name]: Number(event.target.value) }, size))}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

interface CropPreviewProps {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly box: Box | undefined;
}

function CropPreview({ canvas, box }: CropPreviewProps) {
  return (
    <div className="stack-small">
      <p className="muted small">{box === undefined ? 'Preview' : `Preview, ${box.width} × ${box.height}`}</p>
      <canvas ref={canvas} className="crop-preview" role="img" aria-label="The part that is kept" />
    </div>
  );
}

function draw(canvas: HTMLCanvasElement | null, image: HTMLImageElement | null, box: Box | undefined): void {
  if (canvas === null || image === null || box === undefined) return;
  canvas.width = box.width;
  canvas.height = box.height;
  const { x, y, width, height } = box;
  canvas.getContext('2d')?.drawImage(image, x, y, width, height, 0, 0, width, height);
}

/**
 * Copies the texts of the image, because a part of an image mostly shows the same. The part stays stored if that fails.
 */
async function withTextsOf({ alternativeText, caption }: FileRecord, stored: FileRecord): Promise<FileRecord> {
  return updateFile(stored.id, { alternativeText, caption }).catch((error: unknown) => {
    toast(`${stored.name} is stored without the texts of the image: ${messageOf(error)}`, { tone: 'bad' });
    return stored;
  });
}

/** The pixels of the preview as a file. */
async function croppedFile(canvas: HTMLCanvasElement | null, file: FileRecord, isNew: boolean): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => canvas?.toBlob(resolve, file.mime, 0.92)).catch(() => {
    // A browser does not give out the pixels of another site, such as a bucket.
    throw new Error('The browser cannot cut this image, because the file lies on another site.');
  });
  if (blob === null) throw new Error('The browser cannot write such a large image. Choose a smaller part of it.');
  const name = isNew ? file.name.replace(/(\.\w+)?$/, '-cropped$1') : file.name;
  return new File([blob], name, { type: blob.type });
}
