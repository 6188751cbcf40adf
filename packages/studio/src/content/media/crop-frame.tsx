import { type PointerEvent, type RefObject, useRef } from 'react';

import { type Box, type Corner, type CropSize, inside, resized } from './crop-box.js';

interface CropFrameProps {
  readonly url: string;
  readonly image: RefObject<HTMLImageElement | null>;
  /** The size of the image; `undefined` until it is loaded. */
  readonly size: CropSize | undefined;
  readonly box: Box | undefined;
  readonly ratio: number | undefined;
  readonly onSize: (size: CropSize) => void;
  /** The browser cannot show the image. */
  readonly onBroken: () => void;
  readonly onChange: (box: Box) => void;
}

const CORNERS: readonly Corner[] = [
  { left: -1, top: -1 },
  { left: 1, top: -1 },
  { left: -1, top: 1 },
  { left: 1, top: 1 },
];

/** An image with a box that the pointer moves and resizes. */
export function CropFrame({ url, image, size, box, ratio, onSize, onBroken, onChange }: CropFrameProps) {
  const start = useRef<{ x: number; y: number; box: Box }>(undefined);
  const drag = (change: (from: Box, by: CropSize) => Box) => ({
    onPointerDown: (event: PointerEvent) => {
      if (box === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = { x: event.clientX, y: event.clientY, box };
    },
    onPointerMove: (event: PointerEvent) => {
      const from = start.current;
      const width = image.current?.clientWidth ?? 0;
      if (from === undefined || size === undefined || width === 0) return;
      event.stopPropagation();
      // The image is shown smaller than it is.
      const scale = size.width / width;
      onChange(change(from.box, { width: (event.clientX - from.x) * scale, height: (event.clientY - from.y) * scale }));
    },
    onPointerUp: () => (start.current = undefined),
    onPointerCancel: () => (start.current = undefined),
  });
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  return (
    <div className="crop-frame">
      <img
        ref={image}
        src={url}
        alt=""
        draggable={false}
        onLoad={({ currentTarget }) =>
          onSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
        }
        onError={onBroken}
      />
      {box === undefined || size === undefined ? null : (
        <div
          className="crop-box"
          style={{
            left: percent(box.x, size.width),
            top: percent(box.y, size.height),
            width: percent(box.width, size.width),
            height: percent(box.height, size.height),
          }}
          {...drag((from, by) => inside({ ...from, x: from.x + by.width, y: from.y + by.height }, size))}
        >
          {CORNERS.map((corner) => (
            <span
              key={`${corner.left} ${corner.top}`}
              className={`crop-corner crop-${corner.top < 0 ? 'top' : 'bottom'} crop-${corner.left < 0 ? 'left' : 'right'}`}
              {...drag((from, by) => resized(from, corner, by, ratio, size))}
            />
          ))}
        </div>
      )}
    </div>
  );
}
