/**
 * Words of the passwords that are guessed most, in lower case and without surrounding digits and signs (see
 * password-rules): each word covers hundreds of passwords.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `
  password passwort passwd pass passpass motdepasse contrasena contraseña senha parola haslo heslo wachtwoord salasana
  lozinka jelszo qwerty qwertz azerty qwertyuiop asdfghjkl zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc asdf asdfgh
  asdfasdf zxcvbn qwer qwerqwer qwert asdfg wasd abc abcd abcde abcdef abcabc aaa aaaa
  iloveyou iloveu loveyou loveme love lovely lover lovers iloveme iloveher iloveyousomuch teamo tequiero jetaime
  ichliebedich welcome welcomeback letmein letmeinnow openup opensesame sesame trustnoone trustno access accessgranted login signin
  logon admin administrator administrador root toor superuser superadmin sysadmin master masterkey default defaultpassword guest
  user username test testing tester testtest testuser demo sample example temp temporary changeme changethis
  changeit change secret secrets topsecret private secure security secured newpassword mypassword mypass ourpassword thepassword
  yourpassword nopassword nopass goodpassword badpassword strongpassword yourmom dragoman dragon dragons dragonball monkey monkeys princess
  princesa prinzessin sunshine shadow superman batman spiderman ironman wonderwoman captain avengers starwars startrek matrix
  terminator pokemon pikachu naruto minecraft fortnite roblox football soccer futbol fussball baseball basketball hockey
  tennis golf golfer cricket liverpool chelsea arsenal manchester manunited barcelona realmadrid juventus milan bayern
  dortmund steelers cowboys yankees lakers redsox eagles packers patriots ranger rangers raiders michael jennifer
  jessica ashley thomas daniel andrew joshua matthew anthony robert william charlie george jordan jonathan
  alexander alexandra nicole michelle amanda melissa samantha elizabeth patricia barbara stephanie christopher christian charlotte
  hannah maria carlos fernando alejandro sebastian gabriel isabella sophia olivia emma benjamin jackson maxwell
  maggie bailey buster ginger pepper tigger cookie cookies peanut rocky prince king queen angel
  angels angela angelo hello hellohello helloworld hallo hallohallo bonjour hola ciao goodbye thankyou thanks
  please whatever nothing something anything everything forever always never freedom liberty justice destiny fortune
  success winner winning money moneymoney dollar dollars business company office work working worker manager
  marketing finance service services support helpdesk system systems server computer computers laptop internet network
  website facebook google gmail yahoo hotmail outlook twitter instagram youtube linkedin microsoft windows apple
  iphone samsung android amazon netflix spotify adobe photoshop oracle cisco linux ubuntu debian github
  docker database mysql postgres postgresql mongodb redis summer winter spring autumn fall january february
  march april june july august september october november december monday tuesday wednesday thursday friday
  saturday sunday sommer frühling fruehling herbst verano invierno primavera printemps hiver season weekend holiday
  vacation christmas easter halloween birthday happybirthday newyear happynewyear london paris berlin madrid moscow tokyo
  newyork boston chicago dallas austin denver phoenix florida texas california america american canada mexico
  brazil brasil england france germany deutschland spain espana italy italia russia china india japan
  australia holland sweden poland polska turkey portugal argentina colombia ferrari porsche mercedes mustang corvette
  camaro chevrolet chevy honda toyota yamaha harley harleydavidson suzuki kawasaki bmw audi volkswagen nissan
  subaru jaguar lamborghini maserati guitar music rockstar rocknroll metallica nirvana beatles eminem madonna blink
  slipknot greenday pinkfloyd ledzeppelin purple orange yellow silver golden black white blue green red
  rainbow flower flowers sunflower butterfly dolphin dolphins tiger tigers lion lions panther panthers falcon
  falcons wolf wolves eagle hunter killer killers ninja samurai warrior warriors soldier sniper marine
  marines police army navy pirate pirates zombie vampire wizard magic magical merlin gandalf hogwarts
  harrypotter voldemort skywalker darthvader yoda jedi chocolate cheese pizza coffee banana bananas strawberry cherry
  lemon mango apples pumpkin sugar honey sweetheart sweetie sweety darling babygirl babyboy baby babe
  cutie beautiful handsome pretty sexy hottie hotstuff gorgeous blessed blessing jesus jesuschrist christ heaven
  church faith family familia mother father mommy daddy brother sister grandma grandpa fuckyou fuckme
  fuckoff asshole bullshit bitch biteme suckmydick pussy cheater gamer gaming player playboy playstation nintendo
  xbox counterstrike halflife warcraft worldofwarcraft starcraft callofduty leagueoflegends dota overwatch diablo zelda mario luigi
  sonic passwordpassword letmeinplease adminadmin rootroot useruser passw passwo passwor pwd pword pw passphrase correcthorsebatterystaple
  correcthorse ilovemydog ilovecats ilovegod mynameis whoami godisgood godisgreat translate translation translator traduccion traduction traductor
  uebersetzung übersetzung language languages localhost production staging development
`
    .trim()
    .split(/\s+/),
);
