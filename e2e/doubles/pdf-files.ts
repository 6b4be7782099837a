/**
 * A page of a PDF: the operators of its content, which may use the fonts F1 Helvetica, F2 Helvetica-Bold and F3
 * Times-Roman, and the form X1.
 */
export type FixturePage = string;

/** A minimal PDF (ISO 32000). `form` is the content of the form X1; the image P1 has four pixels. */
export function pdfFile(pages: readonly FixturePage[], { form = "", title = "" } = {}): Buffer {
  const fonts = "/Font << /F1 3 0 R /F2 4 0 R /F3 5 0 R >>";
  const resources = `<< ${fonts} /XObject << /P1 6 0 R /X1 7 0 R >> >>`;
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const first = 8;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R /Lang (en-GB) >>",
    `<< /Type /Pages /Kids [${pages.map((_, i) => `${first + i * 2} 0 R`).join(" ")}] /Count ${pages.length} >>`,
    font("Helvetica"),
    font("Helvetica-Bold"),
    font("Times-Roman"),
    stream(
      "/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8",
      "\x00\xff\xff\x00",
    ),
    stream(`/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << ${fonts} >>`, form),
    ...pages.flatMap((content, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources ${resources} /Contents ${first + i * 2 + 1} 0 R >>`,
      stream("", content),
    ]),
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const xref = file.length;
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info << /Title (${title}) >> >>\nstartxref\n${xref}\n%%EOF`;
  return Buffer.from(file, "latin1");
}

function stream(entries: string, content: string): string {
  return `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

/** Lines of text below each other, 12 points apart, in Helvetica of 10 points. */
export function linesAt(x: number, y: number, lines: readonly string[], font = "F1", size = 10): string {
  return lines.map((line, i) => `BT /${font} ${size} Tf 1 0 0 1 ${x} ${y - i * 12} Tm (${line}) Tj ET`).join("\n");
}

/** A PNG that shows "The house is big." and two lines below it. */
export const PICTURE_FILE: Buffer = Buffer.from(
  [
    "iVBORw0KGgoAAAANSUhEUgAAAh4AAAGhCAIAAACh1SogAAAACXBIWXMAABcRAAAXEQHKJvM/AAALoklEQVR42u3d246rNgBA0aHq//8yfYgaRV",
    "yM79iw1lM1zQRwCBsTJmdZ1/UPAOr5xxAAIC0ASAsA0gIA0gKAtAAgLQAgLQBICwDSAgDSAoC0ACAtAEgLAEgLANICgLQAgLQAIC0ASAsASAsA",
    "0gKAtACAtAAgLQBICwDSAgDSAoC0ACAtACAtAEgLANICANICgLQAIC0AIC0ASAsA0gKAtACAtAAgLQBICwBICwDSAoC0AIC0ACAtAEgLAEgLAN",
    "ICgLQAIC0AIC0ASAsA0gIA0gKAtAAgLQAgLQBICwDSAoC0AIC0ACAtAEgLAEgLANICgLQAgLQAIC0ASAsASAsA0gLANP41BFUsy/L5j3VdrZvX",
    "eqgl2gEwawHArGX+c88Mzv4AzFoAkBYApvXeC2JnF7V85knenmOFwawFAGkBYBL+rqWVzR1o8Rcl9reuVb+g0XPdYi4wfh5zeYkyb1iqj+flFh",
    "WucPVXMGOFv48MvzRg1tI1Kvv3auS9zocPO3zCzut2tg61VixpQJJWu+l4Vl/hpntX0hB5IyMtU85jUo93Td/tJYu+5TCd3cKmqz14aPuHkNdy",
    "QazVm//3GsL3h8uyxFxb2Dwm9dfrrlvg2kutFbs8tMWsWP/xbLfCfTYnsMKf/6UumLUMZF3XzRs1/gOJwwdXPPxlrFvgwYeZaTGeST/vOZ61Vr",
    "jkycuftv8QIS30ztJc6zb4Meglh8jNp+6pU5Y3Dx3SMncbYk6xA4/JOHZ0W7fRdBvPZ5RSQpCWJxj5WFa4bi7NA9LCHKe9Te8VtsLQgjvETGjG",
    "LdbvgGRcmus8nuUrXGXpFW9722wRmLXw2PnQ8j8rDNICmQfr1O9TscJwOxfERj/n5e/8hq7wxZ8bxzNvhUejhZi1MKuk41dgTjDdrKvRMDpBQV",
    "p4VBu6HdT8Y1wgLTQ5f7duj1zn/lvkqhfS8kzTfblLxQNTi+PaC6cIGcNY/souP7yLkZaJjxH3vofDS68eoVr/ukm38ezz6hS+CpHPqRYUcofY",
    "KJOD369G/z1M3P4m369b0ood/vrmm4nPnurwC4wvv7v+xvHMXuHUpdT6Trn9KJ09AKRl+rqMduZ49nfmeUfMvENt6mjcPp6NrvUF/iWVjG4F4u",
    "HWA0q4IDZWXQofcMu6Za92yebE3NQ71HjWugu5+mAG/q0EUxbyT62cm4z72izPfHXu2q7njWfrLfK3MkgLIC2MwgUxAKQFMGVBWoBh+3H4Wb0P",
    "8Cnk5mMQmNOQmLJg1gLUpCvkn6/Ye8CsRVSQFgCG5oIYANICgLQAIC0AIC0ASAsA0gIA0gKAtAAgLQAgLQBICwDSAoC0AIC0ACAtAEgLAEgLAN",
    "ICgLQAgLQAIC0ASAsASAsA0gKAtAAgLQAgLQBICwDSAgDSAoC0ACAtACAtAEgLANICANICgLQAIC0ASAsASAsA0gKAtACAtAAgLQBICwBICwDS",
    "AoC0AIC0ACAtAEgLANICANICgLQAIC38/S3LsiyLzbSSdden27bMsgO/5I32bP++uRMxD1vX1V5C3b3unTvVm7fdrAUAzFpybc6evpMYZ1VGAH",
    "sgZi0AmLU8wu9HNYGTrMiHxfx6YKYVXsTvNe6Yydn+mnjkgjIW3WEYS0Yp/ODU9fn+VuDX++xXkc8Q3v2SRjhm21vsgZi1zBSVzY5+eEdA5MPi",
    "l3L5fg4vIvuum/J7dQ4XHT8+hcNYOEqHa153fHruV0kLyh7Muvd3uVvMrOUtwudTgTP0ZVlizrYiP/i5nMRc/kqtNcketMvx2T8ytZGpoxR+cU",
    "vWZ13X8F1SrferkgV9fnK4oJgRvtz2DnsgZi1TTmUuD2r7iy0lGTh7hweeP/vNWbcrGePz+8jsY2jeq3B5NabpIa/FfhU/IDGbWWWEO+yBSMtM",
    "U5a/4GXloab/N745M2ZXv4/suebhF7fp+rTer+L3hIwrsbDhgling1TTX2/9bk+93tJ6fL5XV0Zodvb6DH6KcDgduas6LfZApGVKHY41HRbxPZ",
    "pUv+Td7Vj8sLPsATen6Sq12wORFkLv58uPZOueks/1dR3dRsl+2G6Ep94DpYWZLlx0fnftjxrlFyg6rPwjj0FDbU63EW6xB9KUj/GZ79A22rTD",
    "NOi1cUVaeu/6LW4Gfdv4jDYU965Pt6WfLciVKKRl3JPZ1Ftv4x/Q4qDT9ECWNz4Zf3zedIv6l6buflXl2xbaDYgZ4aR81tLqvG9zW0uVX/+eMB",
    "Y+f/l7u/yDlsj1/zxyPw6Rk57qo1SyPodDmvoXoFW26PIruQ438+xh2WFL+ia6unsgZi0T1yXp56kPu/y+jf6b1nN8spdy7yGp0fcaJD1z5JjU",
    "fVjdkdeV8bnLAgCzFgCkBQBpAQBpAUBaAJAWAJAWAKQFAGkBAGkBQFoAkBYApAUApOWR9v9CxuG/mZH3VANu3bxLGXmcx1nV+CVONIxIC44UgL",
    "QA8Aj+AWN4Bf/oH2YtAJi1zGz/qcDm/O7zgM8Pvw/+fczvMxyeG14uotsG7pf7u3WBn3+fJH5jA4+8fJKkh2X/euTrcrkD5C3uclnhn0eu1eUz",
    "ZO+WMZvT4mXFrGXKrgQe+fvgwwPo4RMeLqLPp9yHt5zdPuAxq1S45jG/nvq6BO5NyFtcldei5B7Cum+c+Fs8htohMWtp2JXIU6fNGd/+1z8/WZ",
    "Zl84SBc/bWwmepSc9zdkKd+sjLVTqbGu4HtnDDM16XvI2K31XKX+UWe36tzTn8RXUxa3mmjK6c/fzwMfsfbi5idN7SAd/Jh6t0mOeSlb+8gHO5",
    "iKRdJXy5qeKFoOynKlyH7M1pNA5IC2NV88ZVCn9i0W4pdQcz8lQ94/8O+BJnb07krBdpeYi89/bnHZJxIcIVgAGPmB1el7NJ0nR7fvXNEZtHev",
    "VnLd9PBQovPTd9D+v97Et5856PtLy9Lu3m7Jf3K3Nvvd75unTY85GWt9dl8wardd+Od2yVF6VdV17+ujTd83k5n7V0PaKBPf9s+oi08HA3vtuH",
    "vUO6+hbFz5yGGo3szXneK4u03PyOrfgXyEk3Mk39l88dvsWg1vhMN87jrGH8Fxwwl7d/1hLzx3qFp3ibW3Fu38D933zs38abz3jPnjD+7zlS/6",
    "Su9aBVX8TlH0geHisPb+FNejlu2fPjN+eurcOsZdDLF02fMHsRqR8+5y065nsHWo9h+Tr0fF1inip7cd0+Bcn+i/rO68kcZ+12iOnmWF4ywKwF",
    "AGlhYKYswPhcEAPArAUAaQFAWgBAWgCQFgCkBQCkBQBpAUBaAEBaAJAWAKQFAGkBAGkBQFoAkBYAkBYApAUAaQEAaQFAWgCQFgCQFgCkBQBpAU",
    "BaAEBaAJAWAKQFAKQFAGkBQFoAQFoAkBYApAUApAUAaQFAWgCQFgCQFgCkBQBpAQBpAUBaAJAWAJAWAKQFAGkBAGkBQFoAkBYApAUApAUAaQFA",
    "WgBAWgCQFgCkBQCkBQBpAUBaAJAWAJAWAKQFAGkBAGkBQFoAkBYAkBYApAUAaQEAaQFAWgCQFgCkBQCkBQBpAUBaAEBaAJAWAKQFAKQFAGkBQF",
    "oAQFoAkBYApAUAaQEAaQFAWgCQFgCQFgCkBQBpAQBpAUBaAJAWAJAWAKQFAGkBQFoAQFoAkBYApAUApAUAaQFAWgBAWgCQFgCkBQBpAQBpAUBa",
    "AJAWAJAWAKQFAGkBAGkBQFoAkBYAkBYApAUAaQFAWgBAWgCQFgCkBQCkBQBpAUBaAEBaAJAWAKQFAKQFAGkBQFoAkBYAkBYApAUAaQEAaQFAWg",
    "CQFgCQFgCkBQBpAQBpAUBaAJAWAKQFAKQFAGkBQFoAQFoAkBYApAUApAUAaQFAWgCQFgCQFgCkBQBpAQBpAUBaAJAWAJAWAKQFAGkBAGkBQFoA",
    "kBYApAUApAUAaQFAWgBAWgCQFgCkBQCkBQBpAUBaAEBaAJAWAKQFAGkBAGkBQFoAkBYAkBYApAUAaQEAaQGgl/8A5IbePW4HHRMAAAAASUVORK",
    "5CYII=",
  ].join(""),
  "base64",
);
