/*
 * Which characters outside of the basic plane the fonts of the report have. Read from the font files
 * (`electron/report/fonts/faces.ts`), which this part of the program cannot open; `test/report/fonts/coverage.test.ts` says
 * when the two differ. Of the basic plane all is there but what each font gives a meaning of its own.
 */

/**
 * Stretches of characters, each as its distance from the one before and, behind a plus, how many more follow; in the
 * base 36.
 */
const stretches = `
ld+u 2+3 1525+2e de+1f 1h+1f ed+j 4d1+1n 12+t au 18+3y 3+u x+4s 1m+2z 4v+x 3+33 3+1 2+2 3+2a 3+2 2+7a 2+1q
c+5 2+n 8+1 3+7 d 3+3 3 5+1 e+1 3 9+1 a 6+2 d+2 9+2 3 2 5 7 4 7+2d 1d+1x 6+7 3+g 4 2+5 3+9 24 48+g 7w+1a 2+9
2+54 35+3s 103 5 5 c 3 3 n 3 4+1 4 4 q 3 p 2+4 4 6 e 2 c q+3 2 2 3 3 n 7 g 7 2 a k 18+1 b 1q+2 5 2 7 2+1 c j
3 n 3+1 f 2+1 3 5 7+1 m f+1 x 3 5+1 6 4 6+1 p b 2 3 2 7 2+1 8 5 8+1 11 t 8 r 6 3+1 7 6 5 4+2 16+1 7 4+4 v 7
e 2 2 g 2 y 8 4 3 m+2 b 6 8 e f d+1 d k 4 a 4 3 3+1 h n h c 4 x 2 5 6 s n 3 3 2+3 4 j 2 n d 3 7 n 6 6 2 3+1
b+1 6+1 6 5+1 9+1 6 5 g m 4 4+1 d+1 8+1 11 w 3 4 12 8 e l q 2 2 5 s+1 z 2 3 8 h 12 4 e y 4 3 o n b 5 k 4 f 7
f e j 12 r 7 f l s l 10+1 7 d 1d 11 3 8 2 b+1 2 9 e 1o+1 2 a p 4 b 12 2 c k 8 3 b g u c a 4 8 3 6 w 2 4 2 3
f e 2+1 2 2 5 f 1b a q 6 4 8 4+1 5 3+1 e 7+1 7 5 6 6+1 a 8+1 g 4 c+2 5 8 6 5 d 2 6+1 6+2 7 9 5 8 5 i+2 3 2
f+1 8 6 7 g 2 3 7 c 4+1 3+3 7 g c 3 3 l+1 8 2 3 3 3 3 5+2 a 9+4 3+2 a 5 9 9 2 3 8+3 n 6 9 2 b 6 g 6 6 c+1 2
s 2 3 5+1 3+4 5 7 p 4 d 5 e a 9 6 2+6 h 9+1 2 3+2 5 8+2 a 7 q+1 4+1 m+1 4+3 q 2 2 4 2 7 7+1 2+1 2 8 8+1 6 2
6 d 5 i 8 f 2+1 t 7+2 6 m d b+3 f i 6 2 4 3+3 3 f c 8 9 6 7 j 6+3 3 d e 7 d+1 9 b+2 6+2 6 4 h 3 9 4+2 o 3 2
g c 6 6 2 8 3 7 6 c v 7 p r n 7 14 o z+1 i 6 5 q 7+1 8+1 8 5 j 3+1 7 x 6 c+1 b e+1 4+3 m o+1 2 4 a i o 7+2 f
8 8 2 2+2 k 4 g+2 c r h l+1 2 e 4 n j 2+1 9 f+1 l+1 6 d v q o l 1s o 2 2 u b 8 a 2 1t 5 1a 2 7 3 3 b 3 g 7 3
6 q w h v 2+1 4 2 6+2 h 2 a 7+2 i+2 2 8 7 3 m+1 a 9+2 6 l l+5 2+1 1j 5+5 9 5 4 4 3 5 6+3 3 g 6+1 2+4 h f 4
7+3 3 c+2 5 5 d c 3+3 j 4 8+2 j 6+4 r+2 i 4+4 x 9+2 b+3 2 4 3 6 5 k 9 4 g 4 e i 4 3 5 e 12 7 a b 3 k 4 h k 2
2 6 b 7 8 9 6 o 1g a 45 8 6 6 a j d 9 5 1r+1 2 7 8 4 2b+1 13 4 o 2 b j 9 b 3 7 1e 1c v h 7+1 d b 4 m o 2 a 5
l+1 3 4 c 7 c 3 b e 8 r 7 5 b+1 3 6 a 13 r r 4 w+1 c y o 6 9 3 u o 5 e c 14+1 2 f 11 i+1 2 g x 6 n 7 2 4 3+1
e 13 j 9 t 2 6+1 7 a 3 g i 6 g 4 9 e 3 c 5 j+1 c i 6 7+1 e o h 4 b 2 4 k 2 17 c 4 1s 10 e 3 1m 3 1a y+1 3 3
4 s 1q q 5 a 5 g j 7 n c 6 13 q 5 v c q 6 3 a d 5 c 5 8 3 9 7 5 c u+1 7 8 9 c r 9 1l 5 4 p f f 3 7 1e i+1 f
p p b 9 9 s 2 15 1e+3 s 2 7 4 b+1 v 12 5 b+1 l u+1 o 1i 1c 2 3 u 5 4+1 h w q 2 9 7 4 1i 1b j m f 2 7 4 l 5 a
4+1 5 6 1p b 2 c 1h 1i 6 e q+1 y 7 9 e 4 2 h 2 3 a p k j 3 7 4 3 9+1 q 8 s 3 k+1 10 4 o 7 4+1 c 7 2 m 7 2+1
h j+1 5 4 a 3 2 3 8 m 3 c 7 6 8 9 2+1 2+1 a 4 3 5 e 3 b t+2 9 n r 8 r o+1 5 8 4+1 3+1 a+1 2+1 j n+1 7 b 3 8
2 8 e+1 8 b b g 3 c f r 6 6 j n e 3 g t d 2 8 2 2 9 8 f 1j 8 5 l d 4 5 c 1i 3 k 3 2 3 1c o 6 b 7 9 i d+1 9+1
g+1 14 5 u a p 6 n 9 p+1 6 p x 5 y+1 e 3 9 4+1 3+2 x b 2+2 2 k d 9 a 2+3 y 8 4 t 2 8+1 n a+2 11 e+1 v a l 10
d n b k 7 2 d n+2 7 6 9+1 4 2+1 2 2 3 2 2+1 5 2 e+1 4+1 4 2 1r 2 9+1 5+1 k a 2+1 k 7 1f c o+1 1g n 3 g e 9 d
r 2 g+1 4 3 b k 9 7 2+2 10 d n 3+1 b i+4 4 7 g 2 3 3 o g 7 7 9 8 7 d 11 f l 9 a 6 4 7 6 2 g e m+1 2 r x q 6
2 6 b+2 g a 3 b 11 m 3 f 37 5 19 6 4 1z 10 1o j 7 6 2 a 3 20 2 15 4 a d 17 b 3 8 7 17 7 2 3 g c f h 6 m 10 7
h m 1o m 19+1 3 1n a 9 a s 7 c 5+4 e 2 a 2 7 9+2 1f+4 e 5 5 m i r b h 3+1 3 4+1 c+1 2 7+3 q+7 m a 6 l+2 4 8
b i 7 2+5 8 12 f q+4 2 k n 6 d b 5 r+5 i 3 10 c 8+1 n 3 p+5 d r+1 5 4 3 9 2 3 4 y+5 x 14+4 7 7 c b h i+1 5+2
4 5 d 12 9 f b n+1 b a u 8+1 4 a 7+2 5 3 2+1 l 3 5 10+2 5 2 9 h 7 l d d 2 g 4 9 8 3 k h b 3 8 l+2 c f 2 g 3
e 9 2 8+1 10 3 9 j d q k 8 2 3 4 5 2 2+3 13 a 6+1 c 8 b+1 4 f h 8+1 8 4 2 3 9 l f 8 5+1 u 6+1 o b 9+1 u j 3
i 5 3 14 7 7 8 d h 19 o+1 1j 2 3 7 d 7 w m j 9 8+1 j p 8 2+1 4 b 4 z e 17+1 3 4 1a 6 a f 6 4 2 4 y a 2 e c i
b 4 i 6 15+2 3 3 6 4 8 o+1 2 a 5 r 3 q a 7 2+1 b 8 4 4 a+2 z a k d+1 4 7+3 8 4+2 b a+1 2 7 f 4+1 6 3+6 i 2
b+1 h+2 5 4 3 6+7 5 g 3 2 2+2 a+4 a b a+1 3+1 4 2 7+1 9+3 2 6 d+1 3+1 2 c+9 k 4 2+1 5 3+4 c 8+2 a 6+3 3 f
7+3 e+3 a+2 7+3 3 7 2+1 7 e 3 7 12 r k h 7 5 7 c+1 h 14 10 h 2 m i+2 c+1 2+2 2+2 3 e p 2 3 7 9 j 6 f 8 h+1 d
4 o+1 g 19 d+1 7 6 15 6 a 2 10 3 1h 18 6+1 m 2+2 2+1 6 z 6 4 l q r 6 3+1 9 3 a 2 3 g u s q 26 9 n 6 4 h 3 f
f a 4 4 4 c g 8 10 m b c+1 6+1 7 3 m m i 3 7 22 6 x 7 d 6 3 2 9 i n 2 q 2+1 17 w 4 f 7 2+2 s r 2+1 3 10 4+1
3+1 16 i c m 4 9 b h 5 1d 3 2 7+1 8 r b 12 r 13 4 17 a+1 g 3 p 2 5 7 5 4+2 5 h a i 8 2 2 d j c 13 d 5+1 5 13
e z+1 3 a d 3 c+3 4 3+2 a g 3 b e a+1 h s 6 5 b q c v 5 s t h 4 5 d 26 e 5 g n 8 o f a 7 5 5 2 8+1 h 9 d 2 e
b+1 i a e+2 13 t d 3 5 9 9 b 6 l 2 2c m 3 f j n 17+1 7 9 5 s+1 v l o 8 8 11 n 1k c c x k 7 i+1 14 c+1 5 8 m
14 3 p y 7 l c 2+1 q+2 a 8 l 4 5+1 2+1 p 5 e d c t+1 p+1 n l j s+1 g 2 17 c m c 4 i+1 6 h 1r 8 o o j 16 m a
l+1 5 d c 3 s+2 3 w m 6 l+1 2 e 17 7 3 6 14 a 3 4 h 1u q b 9 3+2 p c 5 7 4 a 8 v f 9 4 t 2 i 2 d+1 a 4 f 5 4
y l e 4 d u q+3 16 p+1 d+2 3 g r a 1m+1 f l 8 a 9+1 3 5+1 5 4 a 7+1 b 2+1 t d i 1m 17 m+1 5+1 3 k 2d 1j 3 a
5+1 4 4+2 l z v d d+1 4+1 4+1 a v r m m i 2 n 2 o 5 9 2 v 4 16 4 9 i l 2 c h v k e h 12 a+1 6 2 b 6 5 b 8
8+2 4 11 e 6 e a a 3 2+1 7 10 w r t d d+1 o c i 5 l 5 j 10 6 o g q 2 2 3 4 19 7 m+1 c h j 3 7+1 d 4 c 3 o 3
6 l 16 f d i e 8 4 6 b 5 3 e+1 h 4 f+1 4 2+1 d f+1 6 6 t d 4 d k a 1x 3 6 2 3 9 2 9 2 3 5 i m+3 8+1 p b 2
k+1 6 m 4 5 4 1i+1 z 7 8 n+1 5 e v b+4 2 q 6 j+1 5 3 3 7 7 c 1x+8 11 2 u 5 q i+7 7 4 16 e+1 5 g 5 2 b 1a 2+3
2 u 9 4 5 d 4 3 e 1j+7 27 10 15+1 l b b 2 t b l+1 n+2 m 1p 7+1 19 8 11+2 u 5 u 4 4 5 c 3+1 p+1 i b w+1 g n 4
1p m y m 7 5 4 q l 5+1 7 2 5 i 5 6 m h 3+1 2 7 c 2 b e u 3+1 9 2 1c f 6 5 d 7 7 y k 17+2 6 t+1 6 b i u 3 2 4
7 1g 2 m x 1n 25 3 18 1b 9 1g 4 d 3 9+2 3 5+1 4 5 3+1 a 6 c+1 7 9 j+2 7 7 v+1 e+1 1i 7 3 a j f e+1 f 5 i+1 b
2 f+1 b 3 z+1 e 10 d 3 5 c f 9 q x 19 5 b 8 j+1 p l m 1i i k m 2 i p j 4 7 o 3 2 b 7 r 8 6 6 n+3 d 4+1 1b j
2 6 a b b 3 3 5 k 6 2 o 5+1 s q d+1 3+1 5 d g 2 e+2 e k 8+1 t n i 4+1 3 b 8+1 p f 5 3 j 8 d 9 a 3 7 3 2+1 o
i 6+1 f 12 9+1 6 d+1 15 e p k 5 10+1 i 3 a h b 9 2+1 5 t v 6 1a b 1e 2 f v 13 b 17 q+1 12 j 10 4 13 1m 5 5 6
d j 4+1 7 6 3 6 7 l 5+2 z 7 1f+1 7 6 17 2+2 v+1 9+1 7 4 h l k x 5 9 i q 3 7 n 5 d 14 4 p 6 c 5 2 1b d d 8 c
2 3 6 p a 9 u+1 l h j i h 6 b 17 2 6 6 a d 1q 5 l 3 h i 4 6 1v j 4 7 6 9 5 u 5 u 5 2 b 2 a 6 l 1b 6 6+1 14
6+1 x 8 1f+1 v c 5 6+1 b q i 4 f 19+1 3 q 2 j+1 7 3 7 h a+1 e 6 e l 4 7 1d o 1a y 19 10 d+1 p 4 2k 6 4 n 1m
13 12 j 2+1 d e 4 3+2 h 9+2 e h 2+1 d 2+2 4 s 2 3 2+1 3+1 h+3 j 7 8 7 4 9 4 9 4+8 e+1 n g+2 m+3 a q 6 5+3 3
c+8 5 i g 6+1 2 a 2+1 9+2 2 n 3 3 2 2 b 8+3 6 z a 3+1 s 8+1 3 f 3 2+1 d+5 3 6 a 4 6 j+1 6 3 5 5 9 2 c 8 2 3
24 16 3 5 b d 12 10 1e 6 5 c d 7+1 7 8 o 1t+1 k 8 8 e 5 4 3 q c 6+1 e l e 2 j 6+1 6 w e 4 7+1 3 1o 1f j 3 f
1n s n 5 3g+1 e 3 8 s+2 f 10+1 7+1 w 3 18 h e 3 i x b c 19 e 8 4u+1 6 h i l f n j 1i e 3 13 20 p m p e 3 j c
9 l t 4 i 1s 4 5+1 4 5 2 2 o a d+1 k 5 k z 1j i 8 n 8 i b 3v 15+1 11 n 4 7 k 3 i 7 f+1 2 7 l 2 h e i f 1b l
3 9 1c j m 2 s 10 15 a 4 5 5 a 4 7 3 4 9 9 7 9 3 6 2 16 8 d+1 2+2 2 i d+1 n r 5 x 6 7 1t+1 m b b b 4 11 8 j
3 8 10 1b q 9+1 b 28 1e v f b c c 12 6 q+1 k j o 1m 41 d+1 6 8 f 2 2 4 8 3 5 4 4 f 3 1j+1 8 r a 6 9 6 3+1 k
9 7 c v a o y 4 j+1 n 6 8 b 4 g c f 4 9 o w 8 2 c 5 9 8+1 y 3 6 7 7 9 7 17 b 6 c 4 5 f g+1 f c o 5 1e+1 5 g
6 b+1 c 6 5+1 5 9 s g+1 2 9 h 9 t d d 2+1 o 9+1 z 7 2 b 9 17 j 2o c e 5 2 2 4 3 y w 9 21 1n b i 4 p 13 e 5 u
m 3 10 2 1h q 10 f u 5 5 k+1 1b 1x 6+1 a m f 3 2+1 u 7 f+2 d 3 8 4 a+1 9 o h 9 n y c 5 2 2 3f 9 w 3r 1j 4 11
1g 30 s 2 s 1h q 3k 22 6 y 2q 86 b6 36 r 20 j d 32 s 24 a 8 2b q 12 53 2f 5 1e+1 f+1 51 1l 1d l 1r 20 d 2r c
3 b a 1s 1p c 3 r 1a 5 1t 1x 8 7 3 k+1 14 2y e+1 4 1g d 14+1 9+2 2 2 2l c+1 n 1s 24 d 4 5 2 2 5 2+2 2 7 h+1
3+2 6 5 2 2 3 6 l 3 3 d+1 5 3 4+1 5 3 6 e+1 9 7 2 3 a 4 3 a 3+2 8 2 42 e 19 2c 1c 3j 34 n+1 e+1 5 g 4 6 5+3
f+1 3+1 2+1 h 6 6 a a 3+1 3+1 3 b 4 2 3 9+1 3 f 9+1 2 s 3 q 7 2 h 3p 3c q 10 6 3f 6 p 6 g 34 1e 31 1w 2m 1i
57+1 d 22 14 x w 17 11 4b 4 w a 18 g y r 3 9 s 1x 1a i 1e 6 3 y z m 36 2f c 3 2m d 1s 4d 10 g 5 9 8 2+2 2 j
8+1 36 v s 1g 3 34 y h+1 16 p 4p q 5 3 i k 3 j 1d 2a g k 6 l g 5 e c q 2d 18 29 1b 4+1 3 7+1 2 4 2 9 4 c+1 9
5 3 3 4 3 2 4 16 b e+1 e 3s 9 40 6+1 7 2 3+1 7 3l 2 2+1 f+1 8 5+1 13 1v 2 9 3 4 9 21 c b b 4q 17 3x m 2r c
1p 3a 2u 6 33 3 3 i g o a 1g 2d 54 5l p 2r w 1t 6b k ch 2m 13 1a l 1b x 8m 75 f z+1 2 1f 26 j 9s u 1t 31
2j+1 ag 7c 1l 5b 2s 9 43 4w 91 25 9 a 2c 2i 5m 9 5v i 75 6f 1n 3m 4 lh 22v b 6 3 2 8 3 3 4 7 8 3+2 6 c g 5 6
6 4+1 c c 4 5+1 c 6 5+1 4 8 f 6 8+1 5 4 5 3 3 c 2 5 8 4 b 6+1 l f 2 11 14+1 t a k 4 a+1 l x 169 10 c1 h 1i
1r j1 f e w 3 r 3e 35 8 42 1n 9e 3k 5z cy 3o 2j dl 35+1 77 3v 14 ii y 24 9o 32 38 16 31 1x yi 1p 2p 15 14 ac
9z 2 f 79 3o 5h 6l 1l f9e9+9 14+p 5
`;

let starts: readonly number[] | null = null;
const ends: number[] = [];

/** The first characters of all stretches, in order; filled at the first question. */
function startsOf(): readonly number[] {
  if (starts !== null) return starts;
  const found: number[] = [];
  let last = 0xffff;
  for (const stretch of stretches.trim().split(/\s+/u)) {
    const [distance = '', more = '0'] = stretch.split('+');
    const from = last + parseInt(distance, 36);
    last = from + parseInt(more, 36);
    found.push(from);
    ends.push(last);
  }
  starts = found;
  return found;
}

/** Whether a font of the report has a character. */
export function drawable(codePoint: number): boolean {
  if (codePoint <= 0xffff) return !isPrivate(codePoint);
  const known = startsOf();
  let low = 0;
  let high = known.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((known[middle] ?? 0) <= codePoint) low = middle + 1;
    else high = middle;
  }
  return codePoint <= (ends[low - 1] ?? 0);
}

/** Characters without a meaning that two fonts share, such as the icons of a terminal's font. */
function isPrivate(codePoint: number): boolean {
  return (codePoint >= 0xe000 && codePoint <= 0xf8ff) || codePoint === 0xfffe || codePoint === 0xffff;
}
