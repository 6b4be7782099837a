/**
 * Additions to Debian's English–Spanish dictionaries, own work: words that they lack (found as the most frequent ones
 * in running English text) and words for which their first choice is rarely the right one. `english=spanish`, with `_`
 * for blanks. Spanish words have the gender and forms of the engine's own generator.
 */
export const EN_ES = {
  nouns: `
accusation=acusación protester=manifestante protestor=manifestante recipient=destinatario vet=veterinario folk=gente
guy=tipo constituency=circunscripción wiki=wiki salon=salón leash=correa couch=sofá shuttle=transbordador
oath=juramento islamist=islamista counterparty=contraparte barn=granero predator=depredador moisture=humedad
limb=extremidad assassination=asesinato waiver=exención setup=configuración settler=colono metro=metro lifetime=vida
grit=agallas gel=gel ethics=ética default=incumplimiento burger=hamburguesa sender=remitente puppy=cachorro
petroleum=petróleo navy=armada memo=memorando buck=dólar spreadsheet=hoja_de_cálculo tort=agravio plaintiff=demandante
hub=centro incitement=incitación hoof=pezuña golf=golf fool=tonto farrier=herrador dealership=concesionario
chute=rampa bombing=bombardeo workplace=trabajo warfare=guerra surge=aumento salsa=salsa odds=probabilidad mite=ácaro
memoir=memoria lobby=vestíbulo jeans=vaqueros hassle=molestia debris=escombro crate=cajón compliment=cumplido
cleric=clérigo chef=chef augmentation=aumento voicemail=buzón_de_voz suite=suite sentiment=sentimiento
sensation=sensación semantics=semántica saucepan=cazuela realist=realista proficiency=competencia percentile=percentil
pandemic=pandemia outfit=conjunto necessity=necesidad kitty=gatito insurgent=insurgente insurgency=insurgencia
forgiveness=perdón destiny=destino decor=decoración curator=conservador corpus=corpus charcoal=carbón cargo=carga
beverage=bebida audiobook=audiolibro acquittal=absolución wording=redacción weed=hierba vacuum=vacío tumour=tumor
tumor=tumor salute=saludo proponent=partidario physician=médico outlet=salida offense=ofensa offence=ofensa
mermaid=sirena marketer=vendedor mantra=mantra maize=maíz liberal=liberal junk=basura intake=consumo insanity=locura
impeachment=destitución hijacker=secuestrador headset=auricular handful=puñado guilt=culpa grocery=comestible
envelope=sobre dominance=dominio conservative=conservador casualty=víctima cafeteria=cafetería advisor=asesor
adviser=asesor accomplishment=logro wrongdoing=delito workout=entrenamiento vibe=vibración ward=distrito void=vacío
upgrade=mejora treatise=tratado taco=taco sickness=enfermedad scenery=paisaje retrial=juicio retraction=retractación
resilience=resistencia reviewer=crítico reintroduction=reintroducción rationale=justificación quartile=cuartil
proceedings=proceso primary=primaria prevalence=prevalencia petition=petición peppermint=menta patron=patrón
pastor=pastor pasta=pasta mindset=mentalidad midst=medio megawatt=megavatio manslaughter=homicidio
interceptor=interceptor heartland=corazón forefront=vanguardia etiquette=etiqueta enrollment=inscripción eater=comedor
diplomat=diplomático deterrent=disuasión defendant=acusado declaration=declaración crawler=rastreador cop=policía
chunk=trozo broker=corredor bravery=valentía billionaire=multimillonario battlefield=batalla backyard=patio
attrition=desgaste attendee=asistente wrinkle=arruga wheelchair=silla_de_ruedas viability=viabilidad vial=frasco
undergraduate=universitario tsunami=tsunami tenure=mandato sympathizer=simpatizante superhero=superhéroe
subpoena=citación stereo=estéreo stance=postura spotlight=foco smog=contaminación skyline=horizonte shipment=envío
roommate=compañero_de_piso retrieval=recuperación reversal=inversión reversion=reversión prosecutor=fiscal
predictor=predictor platter=plato plight=situación pint=pinta perk=ventaja payer=pagador paw=pata outcast=marginado
nightlife=vida_nocturna nap=siesta muffin=magdalena motto=lema misery=miseria micron=micra merchandise=mercancía
likelihood=probabilidad liberation=liberación lesion=lesión lawmaker=legislador karma=karma internship=práctica
intent=intención inscription=inscripción industrialist=industrial hurdle=obstáculo hug=abrazo hallway=pasillo
hacker=pirata gunfire=disparo greenhouse=invernadero gown=vestido gastroenteritis=gastroenteritis flooring=suelo
fisherman=pescador fishery=pesca fanatic=fanático fabrication=fabricación emptiness=vacío ego=ego earthworm=lombriz
dignitary=dignatario craving=antojo counterpart=homólogo coronavirus=coronavirus condo=apartamento
conscience=conciencia compromise=compromiso comprehension=comprensión comedian=cómico coastline=costa claw=garra
chore=tarea businessman=empresario bulk=mayoría bud=brote boutique=boutique blend=mezcla bathtub=bañera
bartender=camarero arc=arco aftershock=réplica wrongdoer=malhechor wreck=naufragio worldview=cosmovisión
wetland=humedal warlord=señor_de_la_guerra ventilator=ventilador vigilance=vigilancia verge=borde username=usuario
upheaval=agitación unwillingness=renuencia transcript=transcripción trait=rasgo torso=torso timeline=cronología
tendon=tendón textbook=manual tanker=petrolero sunrise=amanecer sunset=atardecer sunglasses=gafas_de_sol
subcontinent=subcontinente stockpile=reserva stipend=estipendio standing=posición sprout=brote snowboard=snowboard
skier=esquiador selfie=selfi schoolteacher=maestro scarcity=escasez royalist=realista roach=cucaracha
rebirth=renacimiento retardation=retraso responsiveness=capacidad repeal=derogación refuge=refugio
reluctance=reticencia reliance=dependencia referral=remisión queue=cola proxy=apoderado proximity=proximidad
profundity=profundidad polluter=contaminador peacekeeper=pacificador peacekeeping=mantenimiento_de_la_paz
pedestrian=peatón patio=patio parenting=crianza outsider=forastero outreach=divulgación oblivion=olvido novella=novela
nexus=nexo multitude=multitud misinformation=desinformación microcosm=microcosmos menace=amenaza manhunt=persecución
luncheon=almuerzo lounge=salón loudspeaker=altavoz locality=localidad lobbyist=lobista litigation=litigio
lifespan=vida leisure=ocio ledger=registro ladder=escalera kinetic=cinético kebab=kebab juror=jurado jeopardy=peligro
jet=reactor intimacy=intimidad insulation=aislamiento instability=inestabilidad infestation=plaga
incarceration=encarcelamiento imagery=imagen hotspot=foco hostage=rehén homepage=página homeowner=propietario
helper=ayudante healthcare=sanidad heyday=apogeo hesitation=duda hazard=peligro habitation=vivienda
guerrilla=guerrilla grenade=granada grandeur=grandeza governance=gobernanza golfer=golfista genital=genital
gauge=indicador gamer=jugador furnace=horno fume=vapor fragrance=fragancia finch=pinzón filmmaker=cineasta
felony=delito fatality=víctima fairness=justicia faculty=facultad excerpt=extracto entirety=totalidad
entitlement=derecho emissivity=emisividad dweller=habitante drone=dron downside=inconveniente diversion=desvío
disgrace=vergüenza desktop=escritorio defector=desertor cyclone=ciclón curfew=toque_de_queda credential=credencial
courtroom=sala_del_tribunal courthouse=juzgado countryman=compatriota cottage=cabaña cortex=corteza
conservationist=conservacionista condemnation=condena confidante=confidente compulsion=obligación
combatant=combatiente colonizer=colonizador cockpit=cabina classmate=compañero_de_clase classic=clásico chariot=carro
catcher=receptor camper=campista buildup=acumulación breeder=criador breakthrough=avance breakwater=rompeolas
bottleneck=obstáculo boost=impulso booster=refuerzo birthplace=cuna baseline=referencia ballerina=bailarina
bachelor=soltero backlog=atraso backdrop=fondo audience=público audiotape=cinta attendance=asistencia
artwork=obra_de_arte arrestee=detenido arson=incendio antique=antigüedad anime=anime ambience=ambiente aisle=pasillo
advertiser=anunciante admin=administrador academia=academia cosmonaut=cosmonauta astronaut=astronauta deity=deidad
duct=conducto fixture=accesorio horseback=caballo hush=silencio mainland=continente martian=marciano lens=lente
neurotoxin=neurotoxina pane=vidrio playwright=dramaturgo profanity=palabrota racer=corredor relaunch=relanzamiento
revelation=revelación ruling=fallo runoff=escorrentía scarp=escarpe sealer=cazador seabed=fondo shoreline=costa
sloth=perezoso softball=sóftbol spacewalk=caminata_espacial spam=spam telecommuting=teletrabajo thruster=propulsor
thunderstorm=tormenta tilt=inclinación rainfall=precipitación rookie=novato subtitle=subtítulo transit=tránsito
triceratops=triceratops eviction=desalojo handset=teléfono wildfire=incendio rower=remero skyscraper=rascacielos
tenant=inquilino lawsuit=demanda attorney=abogado treasurer=tesorero spokesman=portavoz spokesperson=portavoz
spokeswoman=portavoz forecaster=meteorólogo gunman=pistolero gunmen=pistolero bystander=transeúnte airline=aerolínea
airliner=avión aircraft=avión airstrike=ataque_aéreo ceasefire=tregua checkpoint=control refugee=refugiado
migrant=migrante landmark=hito railway=ferrocarril highway=autopista overpass=paso_elevado underpass=paso_subterráneo
shootout=tiroteo stabbing=apuñalamiento shooting=tiroteo gathering=reunión upbringing=crianza sibling=hermano
toddler=niño teenager=adolescente infant=bebé newborn=bebé vaccine=vacuna outbreak=brote bacterium=bacteria
microbe=microbio organism=organismo mammal=mamífero reptile=reptil fossil=fósil dinosaur=dinosaurio glacier=glaciar
volcano=volcán earthquake=terremoto flood=inundación drought=sequía hurricane=huracán landslide=deslizamiento
avalanche=avalancha rainforest=selva wildlife=fauna habitat=hábitat ecosystem=ecosistema biodiversity=biodiversidad
lake=lago rim=borde ridge=cresta plateau=meseta peninsula=península archipelago=archipiélago headquarters=sede
startup=empresa entrepreneur=emprendedor stakeholder=interesado shareholder=accionista taxpayer=contribuyente
workforce=plantilla wage=salario salary=salario mortgage=hipoteca bankruptcy=quiebra downturn=recesión
recession=recesión turnover=facturación software=software hardware=hardware smartphone=teléfono laptop=portátil
browser=navegador password=contraseña login=acceso webpage=página_web blog=blog blogger=bloguero podcast=podcast
hashtag=etiqueta emoji=emoji app=aplicación byte=byte pixel=píxel algorithm=algoritmo dataset=conjunto_de_datos
database=base_de_datos server=servidor firewall=cortafuegos cluster=grupo workaround=solución tournament=torneo
championship=campeonato medal=medalla goalkeeper=portero midfielder=centrocampista striker=delantero
quarterback=mariscal_de_campo referee=árbitro coach=entrenador athlete=atleta spectator=espectador stadium=estadio
monarchy=monarquía dynasty=dinastía emperor=emperador empress=emperatriz throne=trono knight=caballero
peasant=campesino warrior=guerrero warship=buque battleship=acorazado submarine=submarino frigate=fragata
regiment=regimiento battalion=batallón infantry=infantería cavalry=caballería troop=tropa siege=asedio truce=tregua
treaty=tratado monastery=monasterio cathedral=catedral chapel=capilla priest=sacerdote bishop=obispo pilgrim=peregrino
pilgrimage=peregrinación scholar=erudito philosopher=filósofo sculptor=escultor sculpture=escultura poet=poeta
poem=poema novelist=novelista backpack=mochila suitcase=maleta luggage=equipaje traveler=viajero itinerary=itinerario
hostel=albergue souvenir=recuerdo trail=sendero tide=marea reef=arrecife lagoon=laguna harbor=puerto harbour=puerto
pier=muelle cove=cala people=persona party=partido case=caso event=evento property=propiedad
station=estación season=temporada spring=primavera file=archivo research=investigación feature=característica
body=cuerpo league=liga market=mercado menu=menú figure=cifra record=registro oil=petróleo data=dato website=sitio_web
breakfast=desayuno agreement=acuerdo opinion=opinión compass=brújula pattern=patrón border=frontera officer=oficial
authority=autoridad approach=enfoque computer=computadora pet=mascota newspaper=periódico resolution=resolución
disease=enfermedad exhibit=exposición flavour=sabor fee=tarifa search=búsqueda mark=marca board=junta term=término
top=cima trial=juicio review=revisión fighting=combate degree=grado
`,
  adjectives: `
upcoming=próximo scary=aterrador overpriced=caro enjoyable=agradable unlimited=ilimitado avian=aviar median=mediano
tasty=sabroso awesome=impresionante punitive=punitivo inclusive=inclusivo indigenous=indígena unclear=confuso
unbelievable=increíble talented=talentoso hourly=horario entrepreneurial=empresarial fabulous=fabuloso
bankrupt=quebrado homeless=indigente incorrect=incorrecto neoclassical=neoclásico disruptive=perjudicial
collaborative=colaborativo bearded=barbudo asymmetrical=asimétrico dusty=polvoriento femoral=femoral postural=postural
unfamiliar=desconocido unconscious=inconsciente uncommon=infrecuente troubling=preocupante ulterior=ulterior
humane=humano honorable=honorable homeopathic=homeopático hilarious=divertido extant=existente fascinating=fascinante
crisp=crujiente bland=soso undisputed=indiscutible upscale=exclusivo pricey=caro pivotal=fundamental prone=propenso
outward=exterior noticeable=notable neurological=neurológico neighboring=vecino multilateral=multilateral
hormonal=hormonal hectic=frenético insecure=inseguro idle=inactivo fluffy=esponjoso lifelong=vitalicio
eerie=inquietante dire=grave courteous=cortés bipedal=bípedo airborne=aéreo virulent=virulento virtuous=virtuoso
unused=inutilizado unfortunate=desafortunado underage=menor timid=tímido supportive=comprensivo sturdy=robusto
stale=rancio spacious=espacioso slick=hábil secretive=reservado sarcastic=sarcástico reputable=acreditado
recurring=recurrente recessive=recesivo prevalent=frecuente optimal=óptimo overt=manifiesto overdue=atrasado
naive=ingenuo monastic=monástico moist=húmedo meticulous=meticuloso luxurious=lujoso lousy=pésimo lax=laxo
juicy=jugoso investigative=investigador inland=interior infertile=estéril impeccable=impecable honorary=honorario
homemade=casero hateful=odioso harmless=inofensivo generative=generativo equine=equino dysfunctional=disfuncional
dubious=dudoso cosmopolitan=cosmopolita covert=encubierto cramped=estrecho choppy=agitado chilly=frío
breathtaking=impresionante blonde=rubio bald=calvo wrongful=injusto wholesome=sano untrue=falso
unsuccessful=infructuoso unsafe=inseguro unprofessional=poco_profesional unorthodox=heterodoxo
unmistakable=inconfundible unexplored=inexplorado understandable=comprensible tripartite=tripartito towering=imponente
topographic=topográfico tolerant=tolerante temporal=temporal systemic=sistémico suppressive=represivo staunch=acérrimo
southwestern=suroccidental southeastern=suroriental sizable=considerable segmented=segmentado responsive=receptivo
restrictive=restrictivo rampant=desenfrenado psychedelic=psicodélico proficient=competente pediatric=pediátrico
permissive=permisivo outrageous=escandaloso outgoing=saliente outdated=anticuado nostalgic=nostálgico mystical=místico
misleading=engañoso mindful=consciente majestic=majestuoso lucrative=lucrativo litigious=litigioso livable=habitable
intense=intenso invasive=invasivo insatiable=insaciable inflammatory=inflamatorio indistinguishable=indistinguible
indicative=indicativo immense=inmenso hysterical=histérico horrific=horroroso horrendous=horrendo harsh=duro
guttural=gutural grotesque=grotesco gorgeous=precioso fundamental=fundamental fragrant=fragante famous=famoso
faulty=defectuoso erratic=errático equitable=equitativo devoid=desprovisto detrimental=perjudicial
detectable=detectable desolate=desolado cyber=cibernético cortical=cortical commendable=encomiable cloudy=nublado
cherished=querido catchy=pegadizo bipartisan=bipartidista billionaire=multimillonario ascetic=ascético
adaptive=adaptativo ample=amplio airtight=hermético blissful=dichoso ecstatic=extático geologic=geológico icy=helado
insightful=perspicaz northbound=norte photogenic=fotogénico sensational=sensacional unbreakable=irrompible
undisturbed=intacto unhurt=ileso unethical=inmoral unmanned=no_tripulado unskilled=inexperto vibrant=vibrante
veritable=verdadero speedy=rápido subprime=preferente undisclosed=secreto major=importante main=principal wealthy=rico
nearby=cercano upper=superior lower=inferior rural=rural urban=urbano nuclear=nuclear stunning=impresionante
severe=grave various=varios several=varios typical=típico large=grande tiny=diminuto huge=enorme
`,
  adverbs: `
otherwise=de_otro_modo hopefully=ojalá anywhere=en_cualquier_lugar anymore=ya altogether=completamente
wherever=dondequiera upstairs=arriba indoors=dentro exceptionally=excepcionalmente onboard=a_bordo
promptly=rápidamente routinely=rutinariamente vaguely=vagamente smoothly=sin_problemas eastward=hacia_el_este
westward=hacia_el_oeste northward=hacia_el_norte southward=hacia_el_sur brightly=brillantemente visually=visualmente
markedly=notablemente importantly=significativamente exponentially=exponencialmente efficiently=eficientemente
collaboratively=conjuntamente arguably=posiblemente vastly=enormemente surgically=quirúrgicamente
subconsciously=inconscientemente securely=de_forma_segura rudely=groseramente ridiculously=ridículamente
remotely=remotamente posthumously=póstumamente persistently=persistentemente overwhelmingly=abrumadoramente
outrageously=escandalosamente oddly=extrañamente mistakenly=por_error loosely=libremente leisurely=tranquilamente
instinctively=instintivamente intensely=intensamente immensely=inmensamente eternally=eternamente
expressly=expresamente fatally=mortalmente famously=célebremente downhill=cuesta_abajo uphill=cuesta_arriba
customarily=habitualmente completely=completamente coincidentally=casualmente causally=causalmente
bodily=corporalmente bluntly=sin_rodeos handily=con_facilidad imminently=inminentemente minimally=mínimamente
underway=en_marcha nationwide=en_todo_el_país firsthand=de_primera_mano quickly=rápidamente finally=finalmente
even_though=aunque
`,
  verbs: `
oppose=oponer skip=saltar grab=agarrar resume=reanudar strive=esforzar waive=renunciar exceed=superar curb=frenar
redline=marcar email=enviar toss=lanzar trim=recortar yell=gritar stare=mirar haul=transportar embed=incrustar
blend=mezclar upgrade=mejorar uncover=descubrir thwart=frustrar repay=devolver recruit=contratar rank=clasificar
rinse=enjuagar rotate=girar mimic=imitar march=marchar inquire=preguntar implicate=implicar honor=honrar carve=tallar
concur=coincidir dispatch=enviar deduct=deducir depart=salir deter=disuadir trickle=gotear thrive=prosperar
tweet=tuitear sympathize=simpatizar smear=difamar shove=empujar shine=brillar screen=examinar reimburse=reembolsar
regress=retroceder presume=suponer paste=pegar package=empaquetar obligate=obligar incarcerate=encarcelar
hypnotize=hipnotizar grip=agarrar giggle=reír garner=obtener frequent=frecuentar experiment=experimentar
enlist=alistar emit=emitir ebb=menguar dodge=esquivar disconnect=desconectar crave=ansiar comply=cumplir
compromise=comprometer bypass=evitar border=limitar warrant=justificar withhold=retener wrestle=luchar
underestimate=subestimar underscore=subrayar transcend=trascender tuck=meter summarise=resumir summarize=resumir
subdue=someter subdivide=subdividir succumb=sucumbir sneak=colar smuggle=contrabandear skyrocket=disparar
shrink=reducir segregate=segregar reroute=desviar revisit=revisar revert=revertir retaliate=vengar restrain=contener
rescind=rescindir reschedule=reprogramar reprint=reimprimir repeal=derogar render=volver rely=depender refine=refinar
recount=contar recollect=recordar reciprocate=corresponder quit=dejar prosecute=procesar preside=presidir
ponder=considerar plot=tramar picket=protestar persecute=perseguir persist=persistir overtake=adelantar
overshadow=eclipsar oversee=supervisar outnumber=superar outline=describir ordain=ordenar oppress=oprimir
offset=compensar nurture=nutrir nibble=mordisquear murmur=murmurar moan=gemir meditate=meditar medicate=medicar
loot=saquear liberate=liberar leak=filtrar invoice=facturar intrigue=intrigar instigate=instigar insulate=aislar
infuse=infundir indulge=consentir incubate=incubar immortalize=inmortalizar hug=abrazar hibernate=hibernar
harbor=albergar handcuff=esposar hesitate=dudar groan=gemir foster=fomentar forgo=renunciar foil=frustrar
flourish=florecer flick=mover fasten=abrochar envision=imaginar engulf=envolver engrave=grabar enact=promulgar
elapse=transcurrir drape=cubrir dismount=desmontar disband=disolver deprave=depravar curl=rizar cuddle=abrazar
crawl=arrastrar confide=confiar compound=agravar commend=elogiar combat=combatir clutch=agarrar clap=aplaudir
cherish=apreciar cede=ceder caution=advertir budge=mover bolster=reforzar batter=golpear appropriate=apropiar
acquit=absolver accord=conceder aid=ayudar indict=acusar navigate=navegar scout=explorar stream=transmitir
tamper=manipular tilt=inclinar weather=capear behave=comportar speculate=especular reclaim=recuperar rattle=sacudir
formalise=formalizar formalize=formalizar work=trabajar show=mostrar hold=celebrar try=intentar get=obtener
set=establecer begin=comenzar start=comenzar die=morir make=hacer achieve=lograr call=llamar reach=alcanzar
report=informar return=regresar stay=permanecer perform=realizar suffer=sufrir threaten=amenazar use=usar
remove=eliminar afford=permitir manage=lograr seem=parecer discuss=discutir refuse=negar cost=costar fit=encajar
bite=morder act=actuar watch=ver wear=usar bring=traer urge=instar advance=avanzar catch=atrapar hit=golpear
quote=citar shoot=disparar turn=girar affect=afectar attempt=intentar handle=manejar allow=permitir become=convertir
`,
  /** Verbs with a particle, written `verb particle`. */
  phrasalVerbs: `
carry_out=realizar take_over=asumir set_up=establecer pick_up=recoger blow_up=explotar break_out=estallar
break_down=averiar turn_over=entregar turn_out=resultar point_out=señalar find_out=descubrir figure_out=averiguar
hand_over=entregar give_up=renunciar roll_over=volcar shut_down=cerrar close_down=cerrar back_up=respaldar
build_up=acumular call_off=cancelar catch_up=alcanzar clean_up=limpiar come_up=surgir cut_off=cortar cut_down=reducir
end_up=terminar fill_out=rellenar fill_in=rellenar fill_up=llenar grow_up=crecer hang_up=colgar hold_up=sostener
keep_up=mantener lay_off=despedir leave_out=omitir light_up=iluminar line_up=alinear look_up=buscar make_up=formar
move_up=subir open_up=abrir pass_away=fallecer pay_off=pagar put_off=aplazar rule_out=descartar run_out=agotar
send_out=enviar set_off=detonar set_out=salir show_up=aparecer sign_up=registrar slow_down=frenar speed_up=acelerar
split_up=separar stand_out=destacar stand_up=levantar start_up=arrancar step_down=dimitir sum_up=resumir
take_off=despegar take_up=ocupar tear_down=derribar throw_away=tirar track_down=localizar try_out=probar
wake_up=despertar warm_up=calentar wear_out=desgastar wind_up=terminar wipe_out=aniquilar work_out=resolver
write_down=anotar bring_up=mencionar bring_about=provocar burn_down=quemar check_out=revisar come_back=volver
give_away=regalar go_back=volver go_on=continuar go_out=salir go_up=subir go_down=bajar get_up=levantar
get_away=escapar move_on=avanzar turn_off=apagar turn_on=encender turn_down=rechazar turn_up=aparecer
switch_off=apagar switch_on=encender sort_out=resolver spell_out=detallar stem_from=provenir cope_with=afrontar
deal_with=tratar account_for=representar lead_to=provocar refer_to=mencionar
`,
  /** Invariable phrases: prepositions, adverbs and conjunctions. */
  prepositions: `
ahead_of=antes_de as_of=desde in_front_of=delante_de next_to=junto_a close_to=cerca_de out_of=de outside_of=fuera_de
in_terms_of=en_términos_de in_charge_of=a_cargo_de on_behalf_of=en_nombre_de by_means_of=por_medio_de
in_favor_of=a_favor_de in_favour_of=a_favor_de in_case_of=en_caso_de as_part_of=como_parte_de
as_opposed_to=a_diferencia_de compared_to=en_comparación_con compared_with=en_comparación_con
in_accordance_with=de_acuerdo_con in_line_with=en_línea_con in_response_to=en_respuesta_a
with_respect_to=con_respecto_a in_relation_to=en_relación_con in_search_of=en_busca_de in_the_face_of=ante
in_light_of=a_la_luz_de in_the_wake_of=tras as_a_result_of=como_resultado_de at_the_end_of=al_final_de
at_the_time_of=en_el_momento_de by_way_of=a_modo_de for_lack_of=por_falta_de in_exchange_for=a_cambio_de
in_need_of=necesitado_de on_the_basis_of=sobre_la_base_de well_over=mucho_más_de south_of=al_sur_de
north_of=al_norte_de east_of=al_este_de west_of=al_oeste_de in_excess_of=más_de up_to=hasta upon=sobre onto=sobre
throughout=en_todo amid=en_medio_de amongst=entre alongside=junto_con regardless_of=independientemente_de
rather_than=en_lugar_de instead_of=en_lugar_de depending_on=según owing_to=debido_a as_well_as=así_como
beyond=más_allá_de
`,
  adverbPhrases: `
as_well=también at_least=al_menos so_far=hasta_ahora as_usual=como_siempre of_course=por_supuesto at_all=en_absoluto
at_once=de_inmediato right_away=de_inmediato in_turn=a_su_vez on_average=en_promedio by_far=con_mucho in_fact=de_hecho
for_example=por_ejemplo for_instance=por_ejemplo in_general=en_general in_particular=en_particular
as_a_result=como_resultado on_the_one_hand=por_un_lado on_the_other_hand=por_otro_lado
at_the_same_time=al_mismo_tiempo more_or_less=más_o_menos over_and_over=una_y_otra_vez once_again=una_vez_más
once_more=una_vez_más at_the_moment=por_el_momento in_the_meantime=mientras_tanto from_now_on=de_ahora_en_adelante
at_first=al_principio at_last=por_fin in_advance=por_adelantado in_detail=en_detalle in_part=en_parte on_board=a_bordo
on_time=a_tiempo in_person=en_persona by_hand=a_mano on_purpose=a_propósito right_now=ahora_mismo just_now=ahora_mismo
even_so=aun_así in_vain=en_vano in_common=en_común on_foot=a_pie each_other=entre_sí one_another=entre_sí
and_so_on=y_así_sucesivamente that_is=es_decir however=sin_embargo therefore=por_lo_tanto moreover=además
meanwhile=mientras_tanto nevertheless=no_obstante nonetheless=no_obstante early_on=al_principio later_on=más_tarde
at_home=en_casa so_on=así_sucesivamente no_longer=ya_no originally=originalmente for_the_first_time=por_primera_vez
on_the_other_side=al_otro_lado all_over_the_world=por_todo_el_mundo around_the_world=en_todo_el_mundo
`,
  conjunctions: `
even_though=aunque although=aunque though=aunque as_soon_as=en_cuanto now_that=ahora_que given_that=dado_que
in_case=por_si provided_that=siempre_que as_long_as=siempre_que so_that=para_que unless=a_menos_que once=una_vez_que
`,
} as const;
