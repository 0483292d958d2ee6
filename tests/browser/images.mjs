// SPDX-License-Identifier: MIT
// What tests ask of pictures.
import { PNG } from "pngjs";

export const decode = (buffer) => PNG.sync.read(buffer);

const grey = ({ data }, index) => 0.3 * data[4 * index] + 0.6 * data[4 * index + 1] + 0.1 * data[4 * index + 2];

export function pixel({ width, data }, x, y) {
  const at = 4 * (y * width + x);
  return [data[at], data[at + 1], data[at + 2]];
}

export function share(picture, test) {
  let count = 0;
  for (let i = 0; i < picture.width * picture.height; ++i) if (test(grey(picture, i))) ++count;
  return count / (picture.width * picture.height);
}

// Root mean square of the Laplacian: high where edges are as sharp as the screen allows, low where a small picture was
// stretched.
export function sharpness(picture) {
  const { width, height } = picture;
  let sum = 0;
  for (let y = 1; y < height - 1; ++y) {
    for (let x = 1; x < width - 1; ++x) {
      const i = y * width + x;
      const value = 4 * grey(picture, i) - grey(picture, i - 1) - grey(picture, i + 1) - grey(picture, i - width) - grey(picture, i + width);
      sum += value * value;
    }
  }
  return Math.sqrt(sum / ((width - 2) * (height - 2)));
}

// Share of pixels that differ visibly.
export function difference(one, other) {
  if (one.width !== other.width || one.height !== other.height) return 1;
  let count = 0;
  for (let i = 0; i < one.width * one.height; ++i) if (Math.abs(grey(one, i) - grey(other, i)) > 8) ++count;
  return count / (one.width * one.height);
}
