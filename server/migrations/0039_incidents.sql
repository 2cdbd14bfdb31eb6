CREATE TABLE "notification_incidents" (
	"channel_id" uuid NOT NULL,
	"finding" text NOT NULL,
	"topic" text NOT NULL,
	"title" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notification_incidents_channel_id_finding_pk" PRIMARY KEY("channel_id","finding")
);
--> statement-breakpoint
ALTER TABLE "notification_incidents" ADD CONSTRAINT "notification_incidents_channel_id_notification_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."notification_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_incidents_topic_idx" ON "notification_incidents" USING btree ("channel_id","topic");