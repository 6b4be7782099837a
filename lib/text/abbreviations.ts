/**
 * Abbreviations that do not end a sentence, by language: the sentence break suppressions of the Unicode Common Locale
 * Data Repository 46.1 (package cldr-segments-full, Unicode License v3), plus common missing ones, minus English ones
 * that are more often whole answers or words (`OK.`, `Go.`).
 */
const LISTS: Readonly<Record<string, string>> = {
  de: "A. A.M. Abb. Abs. Abt. Abw. Adj. Adr. Akt. Allg. Alt. App. Apr. Art. Aug. Ausg. Ausschl. B. Bd. Bed. Ben. Ber. Best. Bibl. C. Ca. Chin. Chr. Co. D. Dat. Dez. Di. Dim. Dipl. Dipl.-Ing. Dipl.-Kfm. Dir. Do. Dr. Dtzd. Einh. Erf. Evtl. F. F.f. Fa. Fam. Feb. Fn. Folg. Fr. Frl. G. Gebr. Gem. Geograph. Ges. Gesch. Ggf. Hbf. Hptst. Hr. Hrn. Hrsg. I. Inc. Ing. Inh. Int. J. J.D. Jahrh. Jan. Jh. Jhd. Jr. Kap. Kfm. Kl. Konv. Kop. L. Ltd. M. Max. Mi. Min. Mind. Mio. Mo. Mod. Mrd. Msp. N. Nov. Nr. O. Obj. Okt. Op. P. P.M. PIN. Pfd. Phys. Port. Prof. Prot. Proz. Qu. R. Rd. Reg. Reg.-Bez. Rel. Rep. S. S.A. Sa. Schr. Sek. Sep. Sept. So. Spezif. St. StR. Std. Str. T. Tel. Temp. Test. Trans. Tägl. U. U.S. U.S.A. U.U. Urspr. Ursprüngl. Verf. Vgl. W. Wg. Y. Z. Ztr. a.D. a.M. a.Rh. a.a.O. a.a.S. am. amtl. b. beil. bes. bzw. ca. d. d.J. d.h. d.Ä. e.V. e.Wz. e.h. ehem. eigtl. einschl. entspr. erw. ev. evtl. exkl. frz. geb. gedr. gek. gesch. gest. ggf. ggfs. hpts. i. i.A. i.B. i.H. i.J. i.R. i.V. inkl. jew. jhrl. k.u.k. kath. kfm. kgl. led. m.E. m.W. max. min. mtl. möbl. n.u.Z. näml. o.A. o.B. o.g. od. p.Adr. r. röm. röm.-kath. s. s.a. schles. schweiz. schwäb. sog. südd. tägl. u. u.A.w.g. u.U. u.a. u.v.a. u.Ä. u.ä. v. v.Chr. v.H. v.R.w. v.T. v.u.Z. verh. verw. vgl. z. z.B. z.Hd. z.Z. zzgl. österr.",
  en: "A. A.D. A.M. A.S. AD. Abs. Adj. Adv. Alt. Approx. Apr. Aug. Ave. B. B.V. Blvd. C.F. C.O.D. Capt. Col. Comm. Conn. Cont. D. D.A. D.C. DC. Dec. Def. Dept. Diff. Dr. E. E.G. E.g. Ed. Est. Etc. Ex. Exec. F. Feb. Fig. Fn. Fri. G. Gb. Gen. Gov. Hon. Hon.B.A. I. I.D. I.T. I.e. Id. J.B. J.D. J.K. Jan. Jul. Jun. K. K.R. Kb. L. L.A. L.P. Lev. Lib. Lt. Lt.Cdr. M. M.I.T. M.R. M.T. MR. Maj. Mar. Mb. Md. Mgr. Min. Misc. Mr. Mrs. Ms. Mt. N.V. N.Y. No. Nov. Nr. Num. O. Oct. Op. P.M. P.O. P.V. PC. PP. Ph.D. Phys. Prof. Pvt. Q. R.L. R.T. Rd. Rep. Rev. S. S.A. S.A.R. S.E. S.p.A. Sen. Sep. Sept. Sgt. Sq. St. T. U. U.S. U.S.A. U.S.C. VS. Var. Vol. X. Yr. Z. a.m. al. approx. ca. cf. dept. e.g. ed. eds. est. exec. i.e. max. min. p. pp. vol. vs.",
  es: "A.C. AA. All. Ant. Av. Avda. Bien. C. C.P. C.S. C.V. CA. Col. Comm. Corp. Cía. D. DC. Da. Desc. Desv. Dr. Dra. Drs. Dto. Dª. Dña. Em. Emm. Exc. Excma. Excmas. Excmo. Excmos. Exma. Exmas. Exmo. Exmos. FF.CC. Fabric. Fig. Fr. Gral. H.P. Id. Ilma. Ilmas. Ilmo. Ilmos. Inc. Ing. JJ.OO. K. Kit. Korn. L. Lcda. Lcdo. Lda. Ldo. Lic. Ltd. Ltda. Ltdo. M. MM. Mons. Mr. Mrs. Núm. O.M. PP. Prof. R.D. R.U. RAM. RR.HH. Rdo. Rdos. Reg. Rev. Rol. Rvdmo. Rvdmos. Rvdo. Rvdos. S. SA. SS.AA. SS.MM. Sdad. Seg. Sol. Sr. Sra. Sras. Sres. Srta. Srtas. St. Sta. Sto. Tel. Trab. U.S. U.S.A. Ud. Uds. Var. Vd. Vda. Vds. abr. afma. afmas. afmo. afmos. ago. aprox. art. bco. bol. c. c/c. cap. cf. cfr. col. depto. deptos. dic. doc. dom. dpto. dptos. dtor. e.g. ed. ej. ene. feb. fig. figs. fund. hnos. jue. jul. jun. licda. licdo. lun. mar. may. mié. ms. mss. mtro. nov. ntra. ntro. nº. núm. oct. p. p.ej. pp. prof. prov. pág. págs. sept. sras. sres. srs. ss. sáb. tel. trad. v.gr. vid. vie. vol. vs.",
  fr: "All. C. Comm. D. DC. Desc. Dr. Inc. Jr. L. M. MM. Mart. Me. Mlle. Mme. Op. P. P.O. Pr. Prof. S.A. S.M.A.R.T. St. Ste. Tél. U. U.S. U.S.A. Var. W. acoust. adr. anc. ann. anon. append. art. aux. av. avr. bd. broch. bull. cam. categ. cf. chap. coll. collab. config. dest. dict. dim. dir. doc. déc. encycl. env. ex. exempl. fig. févr. gouv. graph. hôp. ill. illustr. imm. imprim. indus. janv. jeu. juil. lun. mar. mer. niv. no. nov. n°. oct. p. pp. quart. réf. sam. sept. symb. synth. syst. tél. ven. voit. vol. éd. édit. équiv. éval.",
  it: "C.P. Cfr. D. DC. Dott. Geom. Ing. L. Liv. Ltd. Mod. N.B. N.d.A. N.d.E. N.d.T. O.d.G. Prof. S. S.A.R. S.M.A.R.T. S.p.A. Sig. Sig.ra Tel. U.S. U.S.A. a.C. ag. all. arch. art. avv. c.c.p. ca. cap. d.C. d.p.R. div. dott. dott.ssa dr. ecc. es. feb. fig. gen. ing. int. mitt. n. nr. on. p. p.i. pag. pagg. pp. prof. rag. sez. sig. sig.ra tab. tav. tel. ver. vol.",
  pt: "A.C. A.M Alm. Av. D.C Dir. Dr. Dra. Dras. Drs. E. Eng. Est. Exma. Exmo. Fr. Ilma. Ilmo. Jr. Ltd. Ltda. Mar. N.Sra. N.T. P.M. Pe. Ph.D. Prof. Profa. R. S. S.A. Sr. Sra. Sta. Sto. Tel. V.T. W.C. a.C. a.m. abr. abrev. adm. aer. ago. agric. anat. ap. apart. aprox. apt. arit. arqueol. arquit. art. astron. autom. aux. biogr. bras. cap. caps. cat. cel. cf. col. com. comp. compl. cont. contab. créd. cx. círc. cód. d.C. des. desc. dez. dipl. dir. div. doc. déb. ed. educ. elem. eletr. eletrôn. end. eng. esp. etc. ex. f. fac. fasc. fem. fev. ff. fig. fil. filos. fisiol. fl. fot. fr. fís. geom. gram. gên. hist. ind. ingl. jan. jul. jun. jur. l. lat. lin. lit. liter. long. mai. mar. mat. matem. mov. máq. méd. mús. n. neol. nov. nº. náut. obs. odont. odontol. org. organiz. out. p. p.m. pal. pol. port. pp. pq. prod. prof. profa. pron. próx. psicol. pág. págs. quím. r.s.v.p. ref. rel. relat. rementente rep. res. rod. set. sociol. sup. séc. símb. tec. tecnol. tel. trad. transp. univ. vol. vs. álg. índ.",
  ru: "авг. акад. апр. в. вв. г. гг. д. дек. др. им. кв. коп. млн. млрд. н.э. нояб. обл. окт. отд. пр. проф. р. рис. руб. с. св. сент. см. ср. стр. т. тел. тт. тыс. ул. февр. янв.",
};

/** Catalan, Galician and related languages use Spanish abbreviations, Danish and Norwegian German ones. */
const LIKE: Readonly<Record<string, string>> = {
  ca: "es",
  gl: "es",
  ast: "es",
  an: "es",
  oc: "fr",
  nl: "de",
  da: "de",
  nb: "de",
  nn: "de",
  sv: "de",
  uk: "ru",
  be: "ru",
};

const sets = new Map<string, ReadonlySet<string>>();

/** The abbreviations of a language (`de`, not `de-AT`), each with its full stop; empty without a list. */
export function abbreviationsOf(language: string): ReadonlySet<string> {
  const known = sets.get(language);
  if (known) return known;
  const set = new Set((LISTS[language] ?? LISTS[LIKE[language] ?? ""] ?? "").split(" ").filter(Boolean));
  sets.set(language, set);
  return set;
}
