/**
 * The service's mark: the two halves of a coin, handed on. The letter S, in one colour, on 32 by 32; its edges are whole
 * pixels at 16, too. Absolute commands alone, so that pictures without SVG can draw it.
 */
export const brandMark =
  "M26 4L13 4C10.24 4 8 6.24 8 9C8 11.76 10.24 14 13 14L26 14Z" +
  "M6 18L19 18C21.76 18 24 20.24 24 23C24 25.76 21.76 28 19 28L6 28Z";
