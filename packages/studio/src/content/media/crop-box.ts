/** A part of an image, in its pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface CropSize {
  readonly width: number;
  readonly height: number;
}

/** `left` and `top` are −1 or 1: the corner that moves. */
export interface Corner {
  readonly left: -1 | 1;
  readonly top: -1 | 1;
}

/** A box of whole pixels inside of the image, at least one pixel large. */
export function inside(box: Box, image: CropSize): Box {
  const width = clamp(Math.round(box.width), 1, image.width);
  const height = clamp(Math.round(box.height), 1, image.height);
  return {
    x: clamp(Math.round(box.x), 0, image.width - width),
    y: clamp(Math.round(box.y), 0, image.height - height),
    width,
    height,
  };
}

/** The largest box of a ratio around the middle of another box. Without a ratio, the box itself. */
export function withRatio(box: Box, ratio: number | undefined, image: CropSize): Box {
  if (ratio === undefined) return inside(box, image);
  const width = Math.min(box.width, box.height * ratio);
  const height = width / ratio;
  const [x, y] = [box.x + (box.width - width) / 2, box.y + (box.height - height) / 2];
  return inside({ x, y, width, height }, image);
}

/** Moves a corner; the corner across from it stays. */
export function resized(
  box: Box,
  { left, top }: Corner,
  by: CropSize,
  ratio: number | undefined,
  image: CropSize,
): Box {
  const fixed = { x: left < 0 ? box.x + box.width : box.x, y: top < 0 ? box.y + box.height : box.y };
  const room = {
    width: left < 0 ? fixed.x : image.width - fixed.x,
    height: top < 0 ? fixed.y : image.height - fixed.y,
  };
  let width = clamp(box.width + left * by.width, 1, room.width);
  let height = clamp(box.height + top * by.height, 1, room.height);
  if (ratio !== undefined) {
    width = Math.min(Math.max(width, height * ratio), room.width, room.height * ratio);
    height = width / ratio;
  }
  return inside(
    { x: left < 0 ? fixed.x - width : fixed.x, y: top < 0 ? fixed.y - height : fixed.y, width, height },
    image,
  );
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
