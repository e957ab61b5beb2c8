/** A picture: a mark above two bars, where a name would stand. */
export interface Picture {
  mark: keyof typeof marks;
  /** Colors of the paper and of what is drawn on it. */
  paper: string;
  ink: string;
  /** Pixels. */
  size: readonly [width: number, height: number];
}

/** A picture of a mark, by default of 800 by 600. */
export const picture = (mark: Picture['mark'], paper: string, ink: string, size: Picture['size'] = [800, 600]): Picture => {
  return { mark, paper, ink, size };
};

const ANCHOR =
  '<circle cx="50" cy="17" r="9"/><path d="M50 26v62M32 40h36M14 62c2 18 18 26 36 26s34-8 36-26M8 68l6-8 9 5M92 68l-6-8-9 5"/>';

/** Marks of 100 by 100. */
const marks = {
  anchor: ANCHOR,
  seal: `<circle cx="50" cy="50" r="48"/><g transform="translate(19 19) scale(.62)">${ANCHOR}</g>`,
  loaf: '<path d="M12 62c0-24 17-36 38-36s38 12 38 36c0 8-5 12-12 12H24c-7 0-12-4-12-12zM34 36l8 16M50 33l8 16M66 37l7 13"/>',
  cup: '<path d="M20 40h48v22c0 14-9 22-24 22s-24-8-24-22zM68 46h6c14 0 14 22 0 22h-7M14 92h60M34 12c-6 7 6 10 0 18M52 12c-6 7 6 10 0 18"/>',
  wave: [40, 60, 80].map((y) => `<path d="M6 ${y}c11-14 22-14 33 0s22 14 33 0 16-11 22-6"/>`).join(''),
  ear: `<path d="M50 96V20"/>${[36, 56, 76].map((y) => `<path d="M50 ${y}c-16-2-20-12-20-20 14 2 20 8 20 20zc16-2 20-12 20-20-14 2-20 8-20 20z"/>`).join('')}`,
  light: '<path d="M38 92l5-52h14l5 52zM40 40v-16h20v16M36 24l14-12 14 12zM41 66h18M14 26l14 4M14 44l14-5M86 26l-14 4M86 44l-14-5"/>',
} as const;

/** The picture as a PNG. */
export async function drawn({ mark, paper, ink, size: [width, height] }: Picture): Promise<Blob> {
  // Loaded here, as the start needs no pictures.
  const { default: sharp } = await import('sharp');
  const scale = Math.min(width, height) / 210;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <radialGradient id="shade" cx=".3" cy=".1" r="1.1"><stop stop-opacity="0"/><stop offset="1" stop-opacity=".25"/></radialGradient>
    <rect width="100%" height="100%" fill="${paper}"/><rect width="100%" height="100%" fill="url(#shade)"/>
    <g transform="translate(${width / 2} ${height * 0.45}) scale(${scale})" fill="none" stroke="${ink}" stroke-linecap="round">
      <circle r="78" fill="${ink}" fill-opacity=".08" stroke="none"/>
      <g transform="translate(-50 -50)" stroke-width="5" stroke-linejoin="round">${marks[mark]}</g>
      <path d="M-38 92h76" stroke-width="7"/><path d="M-22 106h44" stroke-width="4" stroke-opacity=".6"/>
    </g></svg>`;
  return new Blob([await sharp(Buffer.from(svg)).png().toBuffer()], { type: 'image/png' });
}
